import type { OwnContent } from './own-content.ts'
import { toContent } from './own-content.ts'

/** A small file that the page writes itself, for a first look at what it reads. */
export interface Example {
  readonly label: string
  readonly make: () => OwnContent
}

/** One example for each kind of result that files hold most. */
export const examples: readonly Example[] = [
  { label: 'A mesh, OBJ', make: () => toFile('knot.obj', writeKnot()) },
  { label: 'A table of points, CSV', make: () => toFile('spiral.csv', writeSpiral()) },
  { label: 'A volume, NRRD', make: () => toFile('waves.nrrd', ...writeWaves()) },
]

function toFile(name: string, ...parts: BlobPart[]): OwnContent {
  return toContent([{ path: name, blob: new Blob(parts) }])
}

const turns = 240
const sides = 24

/** A tube around a trefoil knot: `turns` rings of `sides` corners. */
function writeKnot(): string {
  const lines = ['# A trefoil knot']
  for (let i = 0; i < turns; i++) {
    const t = (2 * Math.PI * i) / turns
    const radius = 2 + Math.cos(3 * t)
    const middle = [radius * Math.cos(2 * t), radius * Math.sin(2 * t), Math.sin(3 * t)]
    const outward = [Math.cos(2 * t), Math.sin(2 * t)]
    for (let k = 0; k < sides; k++) {
      const angle = (2 * Math.PI * k) / sides
      const [far, high] = [0.4 * Math.cos(angle), 0.4 * Math.sin(angle)]
      const [x = 0, y = 0, z = 0] = middle
      const corner = [x + far * (outward[0] ?? 0), y + far * (outward[1] ?? 0), z + high]
      lines.push(`v ${corner.map((number) => number.toFixed(4)).join(' ')}`)
    }
  }
  const at = (i: number, k: number): number => (i % turns) * sides + (k % sides) + 1
  for (let i = 0; i < turns; i++)
    for (let k = 0; k < sides; k++)
      lines.push(`f ${[at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)].join(' ')}`)
  return `${lines.join('\n')}\n`
}

/** Seeds of a sunflower, each with its age. */
function writeSpiral(): string {
  const golden = Math.PI * (3 - Math.sqrt(5))
  const rows = Array.from({ length: 800 }, (_, i) => {
    const [x, y] = [Math.cos(golden * i), Math.sin(golden * i)].map((part) => Math.sqrt(i) * part)
    return [x?.toFixed(3), y?.toFixed(3), (0.0004 * (i - 800) * i).toFixed(3), i].join(',')
  })
  return `x,y,z,age\n${rows.join('\n')}\n`
}

const edge = 40

/** Waves from two places, as a header and its samples. */
function writeWaves(): [header: string, samples: Uint8Array<ArrayBuffer>] {
  const samples = new Uint8Array(edge ** 3)
  for (let i = 0; i < samples.length; i++) {
    const place = [i % edge, Math.floor(i / edge) % edge, Math.floor(i / edge ** 2)]
    const wave = [0.3, 0.7].map((fraction) => {
      const away = place.map((step, axis) => step - edge * (axis === 0 ? fraction : 0.5))
      const distance = Math.hypot(...away)
      return Math.cos(0.8 * distance) * Math.exp(-0.005 * distance ** 2)
    })
    samples[i] = Math.max(0, 110 * ((wave[0] ?? 0) + (wave[1] ?? 0)))
  }
  const header = [
    'NRRD0004',
    'type: uint8',
    'dimension: 3',
    `sizes: ${edge} ${edge} ${edge}`,
    'encoding: raw',
  ]
  return [`${header.join('\n')}\n\n`, samples]
}
