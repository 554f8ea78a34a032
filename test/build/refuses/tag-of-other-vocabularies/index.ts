import type { Mesh } from 'specimen-host/plugin'

export function tagOfOtherVocabularies(
  /** @step 0.5 */ a: number,
  /** @range 0 10 */ b: number,
  /** @enum low high */ c: string,
  /** @regex ^a$ */ d: string,
  /** @nullable */ e: number,
  /** @optional */ f: number,
  /** @minProperties 2 */ g: Record<string, number>,
  /** @positive */ h: number,
  /** @unique */ i: number[],
  /** @gt 3 */ j: number | null,
  /** @exclusiveMinmum 3 */ k: number,
  /** @maxlength 3 */ l: string,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
