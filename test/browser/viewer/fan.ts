/** A specimen that says by its number of triangles which parameters it was made of. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { showsPicture } from './specimen-page.ts'

/** A fan of as many triangles as are asked for. */
export function fan(triangles: number): { readonly vertices: Float32Array; readonly indices: Uint32Array } {
  const rim = Array.from({ length: triangles + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / triangles
    return [Math.cos(angle), Math.sin(angle), 0.2 * i]
  })
  return {
    vertices: Float32Array.from([[0, 0, 1], ...rim].flat()),
    indices: Uint32Array.from(Array.from({ length: triangles }, (_, i) => [0, i + 1, i + 2]).flat()),
  }
}

const schema = {
  type: 'object',
  properties: { triangles: { type: 'integer', default: 5, minimum: 3, maximum: 100 } },
} as const

type Fan = ReturnType<typeof fan>

/** Registers the specimen `fan`, of 3 to 100 triangles; `run` may make it in another way. */
export function registerFan(
  host: Host,
  run: (triangles: number) => Fan | Promise<Fan> = (triangles) => fan(triangles),
): void {
  host.registerSpecimen({ id: 'fan', displayName: 'A fan' }, run, { returns: 'mesh', schema })
}

/** Resolves when the picture is said to show a mesh of so many triangles, whether it can be drawn or not. */
export async function saysTriangles(page: Page, count: number): Promise<void> {
  const words = `A mesh of ${count.toLocaleString('en')} triangle`
  await page.locator(`.stage[role=application][aria-label^="${words}"]`).waitFor()
}

/** Resolves when the picture shows a mesh of so many triangles. */
export async function showsTriangles(page: Page, count: number): Promise<void> {
  await showsPicture(page, `A mesh of ${count.toLocaleString('en')} triangle`)
}
