/**
 * The source map of a bundle's module (source map format 3): maps places of the module to places of the
 * sources. `specimen build` writes it beside the module; a pool process reads it when a function has failed.
 * It does not identify the code, so no manifest lists it: a new comment moves lines and leaves the code as it
 * was. Instead the map contains the hash of its code.
 */
import { isJsonObject } from '../values/json.ts'

/** The map's file in a bundle. */
export const mapName = 'index.mjs.map'

/** The parts of a source map needed to find places. */
export interface SourceMap {
  /** Paths of the sources, with `/`, from the folder of plugins: `wave/index.ts`; null: none. */
  readonly sources: readonly (string | null)[]
  readonly mappings: string
}

/** A place in a text file; both count from 1, columns in UTF-16 units, as stacks do. */
export interface SourcePlace {
  readonly line: number
  readonly column: number
}

/** Returns the text of the map of a module whose SHA-256 is `codeHash`, in lower-case hex. */
export function toMapText({ sources, mappings }: SourceMap, codeHash: string): string {
  return `${toHead(codeHash)}${JSON.stringify({ sources, names: [], mappings }).slice(1)}\n`
}

/** Returns true when the bytes of a map name the module of this hash. Reads their beginning only. */
export function isMapOf(bytes: Uint8Array, codeHash: string): boolean {
  const head = toHead(codeHash)
  return new TextDecoder().decode(bytes.subarray(0, head.length)) === head
}

/** Returns a map for {@link findSources}. @throws SyntaxError or TypeError for anything else */
export function parseMap(text: string): SourceMap {
  const value: unknown = JSON.parse(text)
  if (!isJsonObject(value) || typeof value.mappings !== 'string' || !Array.isArray(value.sources)) {
    throw new TypeError(`${mapName} is no source map`)
  }
  return {
    sources: value.sources.map((name) => (name === null ? null : String(name))),
    mappings: value.mappings,
  }
}

/** Returns the sources of places, `wave/index.ts:12:7` or null. Keeps no mappings: 10 MB would be 100 MB. */
export function findSources(
  { sources, mappings }: SourceMap,
  places: readonly SourcePlace[],
): (string | null)[] {
  const found: (string | null)[] = places.map(() => null)
  readSegments(
    mappings,
    new Set(places.map(({ line }) => line)),
    (line, [column = 0, source = 0, ...origin], fields) => {
      const name = fields > 1 ? sources[source] : undefined
      for (const [i, place] of places.entries()) {
        // Segments of a line are sorted by column: the last one stays.
        if (place.line !== line || column >= place.column) continue
        found[i] = typeof name !== 'string' ? null : `${name}:${(origin[0] ?? 0) + 1}:${(origin[1] ?? 0) + 1}`
      }
    },
  )
  return found
}

/** A place of a source whose name is another in the module. */
export interface RenamedPlace extends SourcePlace {
  readonly source: string
  readonly name: string
}

/** Returns the places of renamed names, of a map as esbuild writes it. */
export function listRenamed(map: SourceMap & { readonly names: readonly string[] }): RenamedPlace[] {
  const found: RenamedPlace[] = []
  readSegments(map.mappings, null, (_, [, source = 0, line = 0, column = 0, index = 0], fields) => {
    const [path, name] = [map.sources[source], map.names[index]]
    if (fields < 5 || typeof path !== 'string' || name === undefined) return
    found.push({ source: path, name, line: line + 1, column: column + 1 })
  })
  return found
}

function toHead(codeHash: string): string {
  return `{"version":3,"x_code_sha256":"${codeHash}",`
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, alphabet.indexOf(String.fromCharCode(code))),
)
const [comma, semicolon] = [44, 59]

/**
 * Calls `take` with each segment of some lines (from 1), or of all: column, source, line and column there,
 * and name, all from 0, of which the first `fields` count. A segment is one to five base64 VLQ numbers: the
 * first counts on in its line, the others from the one before.
 */
function readSegments(
  mappings: string,
  lines: ReadonlySet<number> | null,
  take: (line: number, segment: Int32Array, fields: number) => void,
): void {
  const last = lines === null ? Number.POSITIVE_INFINITY : Math.max(...lines)
  const segment = new Int32Array(5)
  let [line, field, value, shift] = [1, 0, 0, 0]
  for (let at = 0; at <= mappings.length && line <= last; at++) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : semicolon
    if (code === comma || code === semicolon) {
      if (field > 0 && (lines === null || lines.has(line))) take(line, segment, field)
      field = 0
      if (code === comma) continue
      line++
      segment[0] = 0
    } else {
      const digit = digits[code] ?? 0
      value |= (digit & 31) << shift
      shift += 5
      if (digit & 32) continue
      segment[field] = (segment[field] ?? 0) + (value & 1 ? -(value >>> 1) : value >>> 1)
      field++
      value = 0
      shift = 0
    }
  }
}
