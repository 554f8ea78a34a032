/**
 * Source positions of a plugin's failure, resolved in the plugin's process and only after a failure:
 * `--enable-source-maps` would parse every map whole, at 100 MB for one of 10 MB.
 */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { entryName } from '../../contract/domain/manifest.ts'
import { findSources, parseMap, type SourceMap, type SourcePlace } from '../../contract/domain/source-map.ts'
import { describeThrown } from './run-failure.ts'

const causeLimit = 4
const stackLength = 20_000
const hostUrl = new URL('.', import.meta.url).href

/** Returns the path of a module's source map: beside the private copy, whose hash excludes it. */
export function toMapPath(folder: string): string {
  return `${folder}.map`
}

/**
 * Returns the message of a thrown value, and its stack with those of its causes: plugin frames only, at their
 * source positions. `folder` is the bundle's private copy; null for a function in code. Never throws.
 */
export function describePluginThrown(
  thrown: unknown,
  folder: string | null,
): { text: string; stack: string } {
  const { text, stack } = describeThrown(thrown)
  const stacks = [stack, ...listCauses(thrown)]
    .map((each) => each.slice(0, stackLength))
    .join('\n  caused by: ')
  return { text, stack: folder === null ? trimFrames(stacks, null) : toSourceFrames(stacks, folder) }
}

/** Returns console output with stacks mapped in the same way; other text unchanged. */
export function toSourceOutput(text: string, folder: string): string {
  return text.includes(toRoot(folder)) ? toSourceFrames(text, folder) : text
}

/** Maps frames to the sources (`wave/index.ts:12:7`), if there is a map; drops those of the build. */
function toSourceFrames(text: string, folder: string): string {
  const root = toRoot(folder)
  const frames = trimFrames(text, root)
  const places = new RegExp(`${escapePattern(`${root}${entryName}`)}:(\\d+):(\\d+)`, 'g')
  const wanted = [...frames.matchAll(places)].map(
    ([, line, column]): SourcePlace => ({ line: Number(line), column: Number(column) }),
  )
  const map = wanted.length > 0 ? readMap(toMapPath(folder)) : null
  const sources = map ? findSources(map, wanted) : []
  let next = 0
  const shown = frames.split('\n').flatMap((line) => {
    const origins = [...line.matchAll(places)].map(([place]) => ({ place, source: sources[next++] }))
    if (isFrame(line) && origins.some(({ source }) => source === null)) return []
    return [origins.reduce((text, { place, source }) => text.replace(place, source ?? place), line)]
  })
  return shown.join('\n').replaceAll(root, '')
}

function isFrame(line: string): boolean {
  return /^\s+at /.test(line)
}

function toRoot(folder: string): string {
  return `${pathToFileURL(folder).href}/`
}

/**
 * Keeps of each group of frames those up to the plugin's outermost one, without Node's and the host's. Plugin
 * frames are those below `root`; without a root, all before the first of the host.
 */
function trimFrames(text: string, root: string | null): string {
  const isHost = (line: string): boolean => line.includes(hostUrl) || /\bcallInlineFunction\b/.test(line)
  const isOwn = (line: string): boolean => root !== null && line.includes(root)
  const kept: string[] = []
  let frames: string[] = []
  const closeFrames = (): void => {
    const end = root === null ? frames.findIndex(isHost) : frames.findLastIndex(isOwn) + 1
    const own = frames.slice(0, end < 0 ? frames.length : end)
    kept.push(...own.filter((line) => isOwn(line) || !(isHost(line) || /\bnode:/.test(line))))
    frames = []
  }
  for (const line of text.split('\n')) {
    if (isFrame(line)) frames.push(line)
    else {
      closeFrames()
      kept.push(line)
    }
  }
  closeFrames()
  return kept.join('\n')
}

function listCauses(thrown: unknown): string[] {
  const stacks: string[] = []
  try {
    for (
      let inner = thrown;
      inner instanceof Error && inner.cause !== undefined && stacks.length < causeLimit;
    ) {
      inner = inner.cause
      stacks.push(describeThrown(inner).stack)
    }
  } catch {
    // A getter of the thrown value threw; keep the parts read before.
  }
  return stacks
}

/** A missing or broken map costs only the source positions. */
function readMap(path: string): SourceMap | null {
  try {
    return parseMap(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
