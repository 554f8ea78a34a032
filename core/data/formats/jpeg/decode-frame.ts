import { refuse, requireWithin } from '../refusal.ts'
import type { ColorRule } from './color-rows.ts'
import { writeBlock } from './inverse-dct.ts'
import type { JpegComponent, JpegFrame, JpegScan, JpegStream } from './jpeg-stream.ts'
import { type BlockPlane, ScanDecoder } from './scan-decoder.ts'
import { upsampleRow } from './upsample.ts'

/** Of a picture with more the work would be out of proportion to its bytes; ten are usual. */
const mostScans = 100

/** The samples of a picture: rows from the top, channels side by side. */
export interface JpegPixels {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: Uint8Array
}

/** One component while it is decoded. */
interface Plane extends BlockPlane {
  readonly steps: Int32Array
  /** Width and height in samples, without what fills up the units. */
  readonly width: number
  readonly height: number
  /** Samples of the rows at hand: some of the units above, and those of the current ones. */
  readonly samples: Uint8Array
  readonly stride: number
  /** Rows of the units above that are kept. */
  readonly kept: number
  /** One row at the width of the picture, filled up. */
  readonly row: Uint8Array
}

/**
 * Returns the pixels of a frame from its first scan on, and what is wrong with it. Holds a row of units of
 * each component at a time, unless there are several scans: then all coefficients, 2 bytes each.
 * @throws `file.undecodable`, also for what would take more than `byteLimit`
 */
export function decodeFrame(
  stream: JpegStream,
  first: JpegScan,
  { rule, byteLimit }: { readonly rule: ColorRule; readonly byteLimit: number },
): JpegPixels {
  const { frame } = stream
  if (!frame) throw refuse('The image data come before the size of the image.')
  const { width, height, components } = frame
  const isWhole = frame.isProgressive || first.parts.length < components.length
  const pixels = width * height
  const channels = Math.min(rule.channels, components.length)
  const units = measureUnits(frame)
  const blockCount = components.reduce((total, { across, down }) => total + across * down, 0)
  const coefficientBytes = 128 * blockCount * units.across * (isWhole ? units.down : 1)
  requireWithin(`An image of ${width}×${height} pixels`, pixels * channels + coefficientBytes, byteLimit)
  const planes = components.map((component) => createPlane(component, { stream, frame, isWhole }))
  const data = new Uint8Array(pixels * channels)
  const writer = createRowWriter(planes, { frame, data, rule, channels })
  if (isWhole) {
    readScans(stream, first, planes)
    for (let row = 0; row < units.down; row++) {
      for (const plane of planes) writeSamples(plane, row * plane.down)
      writer(row)
    }
  } else {
    const decoder = new ScanDecoder(stream, first, planes)
    for (let row = 0; row < units.down; row++) {
      decoder.readUnitRow(units.across)
      planes.forEach((plane) => {
        writeSamples(plane, 0)
        plane.coefficients.fill(0)
      })
      writer(row)
    }
    noteEnd(stream, decoder)
  }
  return { width, height, channels, data }
}

function noteEnd(stream: JpegStream, decoder: ScanDecoder): void {
  stream.at = decoder.at
  stream.damage ??= decoder.damage
}

function readScans(stream: JpegStream, first: JpegScan, planes: readonly BlockPlane[]): void {
  const { frame } = stream
  if (!frame) return
  const { across, down } = measureUnits(frame)
  let count = 0
  for (let scan: JpegScan | undefined = first; scan; scan = stream.nextScan()) {
    if (++count > mostScans) throw refuse(`A JPEG must have at most ${mostScans} scans; save it anew.`)
    const decoder = new ScanDecoder(stream, scan, planes)
    decoder.readAll(across, down)
    noteEnd(stream, decoder)
  }
}

function measureUnits({ width, height, components }: JpegFrame): { across: number; down: number } {
  const { across, down } = measureMost(components)
  return { across: Math.ceil(width / (8 * across)), down: Math.ceil(height / (8 * down)) }
}

function measureMost(components: readonly JpegComponent[]): { across: number; down: number } {
  return {
    across: Math.max(...components.map(({ across }) => across)),
    down: Math.max(...components.map(({ down }) => down)),
  }
}

/** The stream and the frame of a plane; `isWhole` keeps all of its rows. */
interface PlanePlace {
  readonly stream: JpegStream
  readonly frame: JpegFrame
  readonly isWhole: boolean
}

function createPlane({ across, down, table }: JpegComponent, place: PlanePlace): Plane {
  const { stream, frame, isWhole } = place
  const most = measureMost(frame.components)
  const units = measureUnits(frame)
  const width = Math.ceil((frame.width * across) / most.across)
  const height = Math.ceil((frame.height * down) / most.down)
  const blocksAcross = units.across * across
  const steps = stream.quantizers.get(table)
  if (!steps) throw refuse(`Its quantizers number ${table} are not there.`)
  const kept = down + 1
  const stride = 8 * blocksAcross
  return {
    across,
    down,
    steps,
    width,
    height,
    stride,
    kept,
    blocksAcross,
    ownAcross: Math.ceil(width / 8),
    ownDown: Math.ceil(height / 8),
    coefficients: new Int16Array(64 * blocksAcross * down * (isWhole ? units.down : 1)),
    samples: new Uint8Array(stride * (kept + 8 * down)),
    row: new Uint8Array(8 * units.across * most.across),
  }
}

/** Transforms the blocks of one row of units, behind the rows that are kept of the units above. */
function writeSamples(plane: Plane, firstBlockRow: number): void {
  const { samples, stride, kept, down, blocksAcross, coefficients, steps } = plane
  samples.copyWithin(0, 8 * down * stride)
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < blocksAcross; x++) {
      const at = (kept + 8 * y) * stride + 8 * x
      writeBlock(coefficients, 64 * ((firstBlockRow + y) * blocksAcross + x), steps, {
        plane: samples,
        at,
        stride,
      })
    }
  }
}

/** The memory of the picture, and the rule by which colours are written. */
interface RowTarget {
  readonly frame: JpegFrame
  readonly data: Uint8Array
  readonly rule: ColorRule
  readonly channels: number
}

/**
 * Returns a function that writes the rows of pixels for which a row of units is enough: the last ones of it
 * are interpolated with the first of the next, and written with these.
 */
function createRowWriter(planes: readonly Plane[], to: RowTarget): (unitRow: number) => void {
  const { frame, data, rule, channels } = to
  const { width, height } = frame
  const most = measureMost(frame.components)
  const rows = planes.map(({ row }) => row.subarray(0, width))
  let next = 0
  return (unitRow) => {
    const end = 8 * most.down * (unitRow + 1)
    const stop = end >= height ? height : end - most.down
    for (; next < stop; next++) {
      for (const plane of planes) {
        const top = 8 * plane.down * unitRow - plane.kept
        copyRow(plane, { top, y: next, most })
      }
      rule.write(rows, data, next * width * channels)
    }
  }
}

/** A row of a plane: the first that is kept, its own, and the largest sampling of all planes. */
interface RowCopy {
  readonly top: number
  readonly y: number
  readonly most: { across: number; down: number }
}

/** Writes a row of the picture's height; `top` is the row of the component with which its samples begin. */
function copyRow(
  { down, across, width, height, samples, stride, row }: Plane,
  { top, y, most }: RowCopy,
): void {
  const own = Math.min(height - 1, Math.floor((y * down) / most.down))
  const place = (of: number): number => (Math.max(0, Math.min(height - 1, of)) - top) * stride
  if (down === most.down && across === most.across) {
    row.set(samples.subarray(place(own), place(own) + width))
    return
  }
  const ratio = { across: most.across / across, down: most.down / down }
  const half = y % 2
  upsampleRow(
    { plane: samples, above: place(own - 1), at: place(own), below: place(own + 1), length: width },
    ratio,
    half,
    row,
  )
}
