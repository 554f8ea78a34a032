import type { Mesh, Range } from 'specimen-host/plugin'

/**
 * Text.
 * @preset
 * @preset Coarse
 * @preset No JSON {cells: 3}
 * @preset A list [1]
 * @preset {"size": 1}
 * @preset Small {"size": 2}
 * @preset Small {"size": 3}
 * @preset A name that goes on and on, longer than any chip can show in a row {}
 */
export function tagOfAPreset(
  /** @preset Here {} */ size: Range<1, 10> = 1,
  kind: 'klein' | 'cube' = 'klein',
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

/**
 * Text.
 * @preset P1 {}
 * @preset P2 {}
 * @preset P3 {}
 * @preset P4 {}
 * @preset P5 {}
 * @preset P6 {}
 * @preset P7 {}
 * @preset P8 {}
 * @preset P9 {}
 * @preset P10 {}
 * @preset P11 {}
 * @preset P12 {}
 * @preset P13 {}
 * @preset P14 {}
 * @preset P15 {}
 * @preset P16 {}
 * @preset P17 {}
 * @preset P18 {}
 * @preset P19 {}
 * @preset P20 {}
 * @preset P21 {}
 * @preset P22 {}
 * @preset P23 {}
 * @preset P24 {}
 * @preset P25 {}
 * @preset P26 {}
 * @preset P27 {}
 * @preset P28 {}
 * @preset P29 {}
 * @preset P30 {}
 * @preset P31 {}
 * @preset P32 {}
 * @preset P33 {}
 * @preset P34 {}
 * @presets Misspelt {}
 */
export function manyPresets(): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}

/**
 * Text.
 * @preset Size alone {"size": 1}
 * @preset Complete {"size": 1, "kind": "cube"}
 * @preset Unknown {"size": 1, "kind": "cube", "sise": 1}
 * @preset Too large {"size": 11, "kind": "cube"}
 * @preset Wrong {"size": 1, "kind": "boy"}
 */
export function misfitPresets(size: Range<1, 10>, kind: 'klein' | 'cube'): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
