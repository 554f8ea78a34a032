import type { Mesh } from 'specimen-host/plugin'

export function choiceAwkwardTexts(mode: 'a b' | '' | 'ä' | "it's" | `t` = ''): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
