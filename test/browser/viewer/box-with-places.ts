/** A box whose functions take places, and their handles in its picture. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { places } from '../../../core/contract/domain/places.ts'
import type { Json, JsonObject } from '../../../core/contract/values/json.ts'

/** The default of each place. */
export const defaults = {
  source: [20, 15, 10],
  cut: { point: [20, 15, 10], normal: [0, 0, 1] },
  region: { min: [5, 5, 5], max: [30, 25, 15] },
  path: [
    [0, 0, 20],
    [20, 0, 20],
    [40, 30, 20],
  ],
  lamp: [0, 0, 1],
  frame: { position: [10, 20, 10], rotation: [0, 0, 0, 1] },
  tint: '#1f77b4',
} as const
const formats = {
  source: 'point3',
  cut: 'plane',
  region: 'box3',
  path: 'polyline3',
  lamp: 'direction3',
  frame: 'pose',
  tint: 'color',
} as const
/** The name of a place, and of a specimen that takes it alone. */
export type Name = keyof typeof defaults

function toSchema(names: readonly Name[]) {
  const property = (name: Name): JsonObject => ({
    ...places[formats[name]].schema,
    ...(name === 'source' && { title: 'Heat source', unit: 'mm' }),
    default: defaults[name] satisfies Json,
  })
  const properties = Object.fromEntries(names.map((name) => [name, property(name)]))
  return { type: 'object', properties } as const
}

const names = Object.keys(defaults) as Name[] // the keys of a literal
const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? 40 : 0, i & 2 ? 30 : 0, i & 4 ? 20 : 0])
const sides = [
  0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
]
/** The parameters of the calls that a host was sent. */
export const sent: Json[] = []

/** A box of 40 × 30 × 20. */
export const makeBox = () => ({ vertices: Float32Array.from(corners), indices: Uint32Array.from(sides) })

/** Registers the box with each place, with all, and turned. */
export function registerBox(host: Host): void {
  for (const name of names) {
    const take = (value: Json) => {
      sent.push(value)
      return makeBox()
    }
    host.registerSpecimen({ id: name }, take, { returns: 'mesh', schema: toSchema([name]) })
  }
  host.registerSpecimen({ id: 'turned', axes: 'mm, LPS' }, makeBox, {
    returns: 'mesh',
    schema: toSchema(['source']),
  })
  host.registerSpecimen({ id: 'all' }, makeBox, { returns: 'mesh', schema: toSchema(names) })
}

/** A part of a place. */
export const grip = (page: Page, name: string) =>
  page.getByRole('button', { name: `${name}, in the picture`, exact: true })
/** A field of the panel. */
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Returns the middle of a part on the page. */
export async function spotOf(page: Page, name: string): Promise<[x: number, y: number]> {
  const box = await grip(page, name).boundingBox()
  if (!box) throw new Error(`There is no handle ${name}.`)
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Drags a handle by pixels, in steps. */
export async function drag(
  page: Page,
  name: string,
  [right, down]: readonly [number, number],
): Promise<void> {
  const [x, y] = await spotOf(page, name)
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let i = 1; i <= 8; i++) await page.mouse.move(x + (right * i) / 8, y + (down * i) / 8)
  await page.mouse.up()
}

/** Returns the parameter in the address, as JSON. */
export async function readParam(page: Page, name: Name): Promise<Json> {
  const { searchParams } = new URL(page.url().replace('#/', ''))
  const text = searchParams.get(name)
  return text === null ? defaults[name] : (JSON.parse(text) as Json)
}
