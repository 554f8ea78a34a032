import type { Mesh } from 'specimen-host/plugin'

const d0 = { n: 1 }
;const holder0 = { d: d0 }
holder0.d.n = 5
const d1 = { n: 1 }
;[d1][0]!.n = 5
const d2 = { n: 1 }
;for (const each of [d2]) each.n = 5
const d3 = { n: 1 }
;const give3 = () => d3
give3().n = 5
const d4 = { n: 1 }
;const map4 = new Map([['a', d4]])
map4.get('a')!.n = 5
const d5 = { n: 1 }
;const assign5 = Object.assign
assign5(d5, { n: 5 })
const d6 = { n: 1 }
;class Field6 {
  value = d6
}
new Field6().value.n = 5
const d7 = { n: 1 }
;const kept7 = { ...{ d: d7 } }
kept7.d.n = 5
const d8 = { n: 1 }
;const { n: taken8, ...rest8 } = { all: d8, n: 1 }
rest8.all.n = 5
const d9 = { n: 1 }
;Reflect.set(d9, 'n', 5)
const d10 = { n: 1 }
;const chosen10 = Math.random() > 2 ? null : d10
if (chosen10) chosen10.n = 5
const d11 = { n: 1 }
;const { d11: renamed11 } = { d11 }
renamed11.n = 5
const d12 = { n: 1 }
;function change12(value = d12): void {
  value.n = 5
}
change12()
const d13 = { n: 1 }
;(d13 as { n: number }).n++
const d14 = { n: 1 }
;[d14.n] = [5]
const d15 = { n: 1 }
;for (d15.n of [5]) console.log(1)
const d16 = { n: 1 }
;const bound16 = ((value: { n: number }) => (value.n = 5)).bind(null, d16)
bound16()
const d17 = { n: 1 }
;Promise.resolve(d17).then((value) => (value.n = 5))
const d18 = { n: 1 }
;const text18 = `${((d18.n = 5), 1)}`
const d19 = { n: 1 }
;({ a: d19.n } = { a: 5 })

export function defaultThatEscapes(
  p0 = d0,
  p1 = d1,
  p2 = d2,
  p3 = d3,
  p4 = d4,
  p5 = d5,
  p6 = d6,
  p7 = d7,
  p8 = d8,
  p9 = d9,
  p10 = d10,
  p11 = d11,
  p12 = d12,
  p13 = d13,
  p14 = d14,
  p15 = d15,
  p16 = d16,
  p17 = d17,
  p18 = d18,
  p19 = d19,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
