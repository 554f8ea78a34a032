import type { Mesh } from 'specimen-host/plugin'

export function tagPatternForms(
  /** @pattern /^a\/b$/ */ slashes: string,
  /** @pattern ^[a-z ]+$ */ blanks: string,
  /** @pattern ^a\sb$ */ blank: string,
  /** @pattern /^a b$/ */ words: string,
  /** @pattern ^/[a-z]+/$ */ path: string,
): Mesh {
  return { vertices: new Float32Array(), indices: new Uint32Array() }
}
