/** The settings of the clipping planes. */
import type { ClipPlane, Display, Slab } from '../../../contract/look/display.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import type { Prepared, ValueRange } from '../../../data/prepared/prepared.ts'
import { type ClipAxis, listClipAxes } from './clip-axes.ts'
import { readRange, type Setting, toRangeSchema } from './setting.ts'

const degrees = 180 / Math.PI

/** Returns the settings of the clipping planes; those of the free one only if it exists. */
export function listClipSettings(prepared: Prepared, hasPlane: boolean): readonly Setting[] {
  const { type } = prepared
  const slabs = listClipAxes(prepared).flatMap(slab)
  return type === 'image' ? slabs : [...slabs, ...(hasPlane ? freePlane : freePlane.slice(0, 1))]
}

/** The free plane as it begins. */
export const firstPlane: ClipPlane = { normal: [1, 0, 0], offset: 0 }

const freePlane: readonly Setting[] = [
  {
    name: 'free',
    schema: { title: 'Free plane', type: 'boolean' },
    read: ({ plane }) => plane !== null,
    write: (display, value) => ({ ...display, plane: value === true ? firstPlane : null }),
  },
  planeAngle('azimuth', 'Rotate plane', 180),
  planeAngle('elevation', 'Tilt plane', 90),
  {
    name: 'offset',
    schema: { title: 'Shift plane', type: 'number', minimum: -1, maximum: 1, multipleOf: 0.01 },
    read: ({ plane }) => plane?.offset ?? 0,
    write: (display, value) =>
      typeof value === 'number' && display.plane
        ? { ...display, plane: { ...display.plane, offset: value } }
        : display,
  },
]

/** The ends of a slab as the numbers of its axis; none along an axis without extent. */
function slab({ axis, name, title, start, end, description }: ClipAxis): readonly Setting[] {
  const length = Math.abs(end - start)
  if (!(length > 0 && Number.isFinite(length))) return []
  const [first, isReversed] = [Math.min(start, end), end < start]
  const step = 10 ** Math.floor(Math.log10(length / 100))
  const round = (value: number): number => Number(formatNumber(value, step / 100))
  const minimum = round(Math.floor(first / step + 1e-9) * step)
  const maximum = round(Math.ceil((first + length) / step - 1e-9) * step)
  /** Turns a slab so that it grows with its numbers, and back. */
  const turn = ([from, to]: Slab): Slab => (isReversed ? [1 - to, 1 - from] : [from, to])
  const read = ({ slabs }: Display): ValueRange => {
    const [from, to] = turn(slabs[axis])
    return [
      from === 0 ? minimum : round(first + from * length),
      to === 1 ? maximum : round(first + to * length),
    ]
  }
  const toPart = (value: number): number => Math.min(1, Math.max(0, (value - first) / length))
  return [
    {
      name,
      schema: {
        ...toRangeSchema(title, title, [minimum, maximum]),
        ...(description !== '' && { description }),
      },
      read: (display) => [...read(display)],
      write: (display, value) => {
        const before = read(display)
        const ends = readRange(value, before)
        if (ends === null) return display
        // An end that stays keeps its digits, of which the panel shows few.
        const [from, to] = turn(display.slabs[axis])
        const kept: Slab = [
          ends[0] === before[0] ? from : toPart(ends[0]),
          ends[1] === before[1] ? to : toPart(ends[1]),
        ]
        return setSlab(display, axis, turn(kept))
      },
    },
  ]
}

/** Returns a display that keeps another part of an axis. */
export function setSlab(display: Display, axis: 0 | 1 | 2, slab: Slab): Display {
  const [x, y, z] = display.slabs
  return { ...display, slabs: [axis === 0 ? slab : x, axis === 1 ? slab : y, axis === 2 ? slab : z] }
}

function planeAngle(name: 'azimuth' | 'elevation', title: string, most: number): Setting {
  return {
    name,
    schema: {
      title,
      type: 'number',
      minimum: -most,
      maximum: most,
      multipleOf: 1,
      description: 'In degrees',
    },
    read: ({ plane }) => Math.round(toAngles(plane)[name]),
    write: (display, value) => {
      if (typeof value !== 'number' || !display.plane) return display
      const angles = toAngles(display.plane)
      angles[name] = value
      return { ...display, plane: toPlane(angles.azimuth, angles.elevation, display.plane.offset) }
    },
  }
}

/** Degrees around z from x, and above the plane of x and y. */
function toAngles(plane: ClipPlane | null): { azimuth: number; elevation: number } {
  const [x, y, z] = plane?.normal ?? [1, 0, 0]
  return { azimuth: Math.atan2(y, x) * degrees, elevation: Math.asin(Math.min(1, Math.max(-1, z))) * degrees }
}

function toPlane(azimuth: number, elevation: number, offset: number): ClipPlane {
  const [a, e] = [azimuth / degrees, elevation / degrees]
  return { normal: [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)], offset }
}
