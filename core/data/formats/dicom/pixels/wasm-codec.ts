/** JPEG-LS and JPEG 2000 by CharLS and OpenJPEG, which are compiled to WebAssembly. */
import type { DecodeContext } from '../../format.ts'
import { HostOnlyError, refuse } from '../../refusal.ts'
import type { FrameHead } from './jpeg-heads.ts'

/** A compression for which there is a codec of a package. */
export type WasmCodecName = 'JPEG-LS' | 'JPEG 2000'

/** A codec that is loaded. Its memory ends with it. */
export interface WasmCodec {
  /** Returns the samples of a frame that was checked, the low byte first. @throws `file.undecodable` */
  readonly decode: (bytes: Uint8Array, frame: FrameHead) => Uint8Array
}

/** The options of a module that Emscripten has made. */
interface CodecModuleOptions {
  readonly wasmBinary: Uint8Array
  readonly print: (line: string) => void
  readonly printErr: (line: string) => void
}

/** The script of a package, which declares no types: these are the members that are used. */
type CodecScript = (options: CodecModuleOptions) => Promise<CodecModule>

interface CodecModule {
  readonly JpegLSDecoder?: new () => FrameDecoder
  readonly J2KDecoder?: new () => FrameDecoder
  /** Returns the text of an exception, which is a number. */
  readonly getExceptionMessage?: (thrown: unknown) => unknown
}

interface FrameDecoder {
  readonly getEncodedBuffer: (byteLength: number) => Uint8Array
  readonly decode: () => void
  readonly getFrameInfo: () => { readonly width: number; readonly height: number }
  readonly getDecodedBuffer: () => Uint8Array
  /** 0: a plane for each component. */
  readonly getInterleaveMode?: () => number
  readonly delete: () => void
}

/** Loads a codec, which hosts can. @throws `file.undecodable` in pages, which may run no WebAssembly */
export async function loadCodec(
  name: WasmCodecName,
  { readWasm, onNote }: Pick<DecodeContext, 'readWasm' | 'onNote'>,
): Promise<WasmCodec> {
  if (!readWasm)
    throw new HostOnlyError(
      `Its pixels are compressed as ${name}, which a host decodes and a page does not. ` +
        'Convert it: gdcmconv --raw in.dcm out.dcm, or ask the host for its data (?format=nrrd).',
    )
  const lines: string[] = []
  const print = (line: string): void => void lines.push(line)
  const { load, wasm } = scripts[name]
  const create = toScript(await load())
  const module = await create({ wasmBinary: await readWasm(wasm), print, printErr: print })
  const Decoder = name === 'JPEG-LS' ? module.JpegLSDecoder : module.J2KDecoder
  if (!Decoder) throw new Error(`The package of ${name} has no decoder.`)
  let hasWarned = false
  const decode = (bytes: Uint8Array, frame: FrameHead): Uint8Array => {
    lines.length = 0
    const decoder = new Decoder()
    try {
      decoder.getEncodedBuffer(bytes.length).set(bytes)
      decoder.decode()
      const { width, height } = decoder.getFrameInfo()
      const samples = decoder.getDecodedBuffer()
      const wanted = frame.width * frame.height * frame.components * (frame.precision > 8 ? 2 : 1)
      const [error] = lines.filter((line) => line.includes('ERROR'))
      if (width !== frame.width || height !== frame.height || samples.length !== wanted || error)
        throw refuse(
          `The compressed samples are damaged or truncated (${error?.trim() ?? 'some are missing'}).`,
        )
      const [warning] = lines.filter((line) => line.includes('WARNING'))
      if (warning && !hasWarned) onNote(`The compressed samples may be damaged (${warning.trim()}).`)
      hasWarned ||= warning !== undefined
      const isPlanar = decoder.getInterleaveMode?.() === 0 && frame.components > 1
      return isPlanar ? interleave(samples, frame) : samples.slice()
    } catch (error) {
      if (typeof error !== 'number') throw error
      const text = String(module.getExceptionMessage?.(error) ?? error)
      throw refuse(`The compressed samples are damaged or truncated (${text}).`)
    } finally {
      decoder.delete()
    }
  }
  return { decode }
}

const scripts = {
  'JPEG-LS': {
    wasm: '@cornerstonejs/codec-charls/decodewasm',
    // @ts-expect-error The package declares no types.
    load: (): Promise<unknown> => import('@cornerstonejs/codec-charls/decodewasmjs'),
  },
  'JPEG 2000': {
    wasm: '@cornerstonejs/codec-openjpeg/decodewasm',
    // @ts-expect-error The package declares no types.
    load: (): Promise<unknown> => import('@cornerstonejs/codec-openjpeg/decodewasmjs'),
  },
}

function toScript(imported: unknown): CodecScript {
  const isModule = typeof imported === 'object' && imported !== null && 'default' in imported
  // The package declares no types; the tests of its codecs hold it to these.
  return (isModule ? imported.default : imported) as CodecScript
}

function interleave(planes: Uint8Array, { width, height, components, precision }: FrameHead): Uint8Array {
  const size = precision > 8 ? 2 : 1
  const pixels = width * height
  const samples = new Uint8Array(planes.length)
  for (let i = 0; i < planes.length; i++) {
    const [byte, sample] = [i % size, Math.floor(i / size)]
    const [component, pixel] = [Math.floor(sample / pixels), sample % pixels]
    samples[(pixel * components + component) * size + byte] = planes[i] ?? 0
  }
  return samples
}
