;; What of the elements in memory is wrong, eight of them at a time. Each range ends at a multiple of 32 bytes.
(module
  (memory (export "memory") 1)

  ;; Whether a float32 in the range is infinite or NaN: then all bits of its exponent are set.
  (func (export "hasInfinite") (param $at i32) (param $end i32) (result i32)
    (local $exponent v128) (local $first v128) (local $second v128)
    (local.set $exponent (v128.const i32x4 0x7f800000 0x7f800000 0x7f800000 0x7f800000))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $first
          (v128.or
            (local.get $first)
            (i32x4.eq
              (v128.and (v128.load (local.get $at)) (local.get $exponent))
              (local.get $exponent))))
        (local.set $second
          (v128.or
            (local.get $second)
            (i32x4.eq
              (v128.and (v128.load offset=16 (local.get $at)) (local.get $exponent))
              (local.get $exponent))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next)))
    (v128.any_true (v128.or (local.get $first) (local.get $second))))

  ;; Whether a uint32 in the range is at least $limit.
  (func (export "hasAtLeast") (param $at i32) (param $end i32) (param $limit i32) (result i32)
    (local $first v128) (local $second v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $first (i32x4.max_u (local.get $first) (v128.load (local.get $at))))
        (local.set $second (i32x4.max_u (local.get $second) (v128.load offset=16 (local.get $at))))
        (local.set $at (i32.add (local.get $at) (i32.const 32)))
        (br $next)))
    (v128.any_true
      (i32x4.ge_u
        (i32x4.max_u (local.get $first) (local.get $second))
        (i32x4.splat (local.get $limit))))))
