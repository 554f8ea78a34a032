import type { Image, Mesh, Volume } from 'specimen-host/plugin'

declare const mesh: Mesh
declare const image: Image
declare function memo<F>(fn: F): F
export class Shapes {
  static flat(n = 1): Mesh {
    return n > 0 ? mesh : mesh
  }
  static get unit(): Mesh {
    return mesh
  }
  async ball(): Promise<Mesh> {
    return mesh
  }
  field = (): Volume => ({ shape: [1, 1, 1], data: new Float32Array(1) })
  private hidden(): Mesh {
    return mesh
  }
  #own(): Mesh {
    return this.hidden() ?? this.#own()
  }
}
export const api = {
  cube(): Mesh {
    return mesh
  },
  round: { disc: (): Mesh[] => [mesh], colour: 'red' },
  get picture(): Image {
    return image
  },
}
export namespace Solids {
  export function cone(): Mesh {
    return mesh
  }
}
export * as others from './others.ts'
export const list = [(): Mesh => mesh]
export const table: Record<string, () => Mesh> = {}
export default { wave: (): Mesh => mesh }
export const later: { star?(): Mesh } = {}
