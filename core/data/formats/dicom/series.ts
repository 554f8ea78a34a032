/** The series of some slices: those of one series, size and orientation belong together. */
import { cutText } from '../../../contract/text/cut-text.ts'
import type { DicomSlice } from './dicom-file.ts'
import type { Stack } from './stack.ts'

/** Most that directions of slices of a volume differ in a part: scanners round them. */
const directionTolerance = 1e-3
/** Most that lengths of their pixels differ, as a part of these. */
const lengthTolerance = 1e-3
/** Most that places of copies differ, in mm. */
const placeTolerance = 1e-3
/** Most series that a note names. */
const mostNames = 5

type Group = [DicomSlice, ...DicomSlice[]]

/** Returns the largest series without copies, and notes what is left out. */
export function groupSeries(slices: Stack, onNote: (sentence: string) => void): Stack {
  const unique = withoutCopies(slices)
  if (unique.length < slices.length)
    onNote(`${slices.length - unique.length} of ${slices.length} slices are there twice; each is read once.`)
  const groups: Group[] = []
  const bySeries = new Map<string, Group[]>()
  for (const slice of unique) {
    const { width, height, channels } = slice.layout
    const key = [slice.file.series, width, height, channels].join()
    const known = bySeries.get(key) ?? []
    const group = known.find(([first]) => areAlike(first, slice))
    if (group) group.push(slice)
    else {
      const added: Group = [slice]
      known.push(added)
      groups.push(added)
    }
    bySeries.set(key, known)
  }
  const [chosen = slices, ...others] = groups.toSorted((one, other) => other.length - one.length)
  if (others.length > 0) {
    const names = others.slice(0, mostNames).map((group) => `${describe(group)}`)
    const more = others.length > mostNames ? `, and ${others.length - mostNames} more` : ''
    const count = `${chosen.length} of ${unique.length} slices`
    onNote(`This is the largest of ${groups.length} series: ${count}. Left out: ${names.join(', ')}${more}.`)
  }
  return chosen
}

function describe([{ file, layout }, ...rest]: Group): string {
  const name = file.description ?? file.modality ?? 'a series without a name'
  const count = rest.length + 1
  return `${JSON.stringify(cutText(name, 40))} (${count} of ${layout.width}×${layout.height})`
}

/** Returns whether two slices of a series have one orientation and one size of pixels, nearly. */
function areAlike({ place: one }: DicomSlice, { place: other }: DicomSlice): boolean {
  return (
    one.orientation.length === other.orientation.length &&
    one.steps.length === other.steps.length &&
    one.orientation.every((part, i) => Math.abs(part - (other.orientation[i] ?? 0)) <= directionTolerance) &&
    one.steps.every((step, i) => Math.abs(step - (other.steps[i] ?? 0)) <= lengthTolerance * step)
  )
}

/** Leaves out slices of a file that is there already: of the same identifier, number, frame and place. */
function withoutCopies(slices: Stack): Stack {
  const known = new Map<string, DicomSlice[]>()
  const [first, ...rest] = slices
  const isNew = (slice: DicomSlice): boolean => {
    const { file, number, frame } = slice
    if (file.uid === undefined) return true
    const key = [file.uid, number, frame].join()
    const twins = known.get(key) ?? []
    if (twins.some((twin) => twin.file !== file && isAtPlace(twin, slice))) return false
    known.set(key, [...twins, slice])
    return true
  }
  isNew(first)
  return [first, ...rest.filter(isNew)]
}

/** Writers that give all files one identifier have other places, or other pixels where there are none. */
function isAtPlace(one: DicomSlice, other: DicomSlice): boolean {
  const [here, there] = [one.place.position, other.place.position]
  if (here.length !== there.length) return false
  if (here.length > 0) return here.every((at, axis) => Math.abs(at - (there[axis] ?? 0)) <= placeTolerance)
  return hasSamePixels(one, other)
}

function hasSamePixels({ file: one }: DicomSlice, { file: other }: DicomSlice): boolean {
  const [here, there] = [one.pixels, other.pixels]
  return here.length === there.length && here.every((byte, i) => byte === there[i])
}
