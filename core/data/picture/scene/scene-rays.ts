import { blend, type Light } from '../volume/matter.ts'
import { createStack, type Fragments } from './fragments.ts'
import type { MetSurface, SceneVolumes } from './scene-volumes.ts'
import type { Source } from './source.ts'

/** Less light from behind is not to be seen. */
const leastLight = 2 ** -14

/** The rays of a picture of a scene: what they meet, front to back. */
export class SceneRays {
  readonly #sources: readonly Source[]
  readonly #volumes: SceneVolumes
  readonly #stack = createStack()
  readonly #color: [number, number, number] = [0, 0, 0]

  constructor(sources: readonly Source[], volumes: SceneVolumes) {
    this.#sources = sources
    this.#volumes = volumes
  }

  /** Gives the fragments of all sources, of opaque ones first: what is behind these is not kept. */
  fill(fragments: Fragments): void {
    const order = [...this.#sources.entries()].sort(([, one], [, other]) => other.opacity - one.opacity)
    for (const [index, source] of order) {
      fragments.beginSource(index, source.opacity)
      source.fill(fragments)
    }
  }

  /** Begins a pixel of several samples. */
  begin(): void {
    for (const source of this.#sources) source.begin()
  }

  /** Adds the light of a sample. */
  addLight(x: number, y: number, fragments: Fragments, sum: Light): void {
    const stack = this.#stack
    const volumes = this.#volumes
    fragments.read(x, y, stack)
    volumes.cast(x, y)
    const last = stack.count - 1
    const isClosed = last >= 0 && (stack.opacity[last] ?? 0) >= 1
    const end = isClosed ? 1 / (stack.nearness[last] ?? 0) : Number.POSITIVE_INFINITY
    const surfaces = volumes.findSurfaces(end)
    let from = 0
    let next = 0
    for (let i = 0; i < stack.count; i++) {
      const distance = 1 / (stack.nearness[i] ?? 0)
      while (next < surfaces.length && (surfaces[next]?.distance ?? 0) <= distance) {
        const surface = surfaces[next++]
        if (surface && this.#addSurface(surface, from, sum)) return
        from = surface?.distance ?? from
      }
      if (this.#addFragment(i, from, distance, sum)) return
      from = distance
    }
    for (; next < surfaces.length; next++) {
      const surface = surfaces[next]
      if (surface && this.#addSurface(surface, from, sum)) return
      from = surface?.distance ?? from
    }
    volumes.addLight(from, Number.POSITIVE_INFINITY, sum)
  }

  /** Adds a surface in a volume, and the matter before it; returns true when nothing behind is seen. */
  #addSurface({ distance, color, opacity }: MetSurface, from: number, sum: Light): boolean {
    this.#volumes.addLight(from, distance, sum)
    blend(sum, color, opacity)
    return opacity >= 1 || 1 - sum[3] < leastLight
  }

  /** Adds a fragment, and the matter before it; returns true when nothing behind is seen. */
  #addFragment(i: number, from: number, distance: number, sum: Light): boolean {
    this.#volumes.addLight(from, distance, sum)
    const { source, element, u, v, opacity } = this.#stack
    const tint = this.#sources[source[i] ?? 0]?.shade(element[i] ?? 0, u[i] ?? 0, v[i] ?? 0)
    if (!tint) return false
    const color = this.#color
    color[0] = tint.red
    color[1] = tint.green
    color[2] = tint.blue
    const own = opacity[i] ?? 0
    blend(sum, color, own * tint.cover)
    return own >= 1 || 1 - sum[3] < leastLight
  }
}
