/** Finds the files that `@thumbnail` tags name, relative to the plugin's file and inside its folder. */

import { readFileSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { DocTag, FunctionSignature } from '../model/signature.ts'

const extensions = ['.png', '.jpg', '.jpeg', '.webp', '.svg']

/** The thumbnails of a plugin. */
export interface Thumbnails {
  /** Bytes by path in the bundle, which is the path in the plugin's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** Path in the bundle by function name. */
  readonly byFunction: ReadonlyMap<string, string>
  readonly problems: readonly Diagnostic[]
  /** Absolute paths of what the tags name, found or not. */
  readonly inputs: readonly string[]
}

/** Returns the thumbnails of a plugin's functions, and what is wrong with those that are missing. */
export function readThumbnails(plugin: PluginSource, functions: readonly FunctionSignature[]): Thumbnails {
  const files = new Map<string, Uint8Array>()
  const byFunction = new Map<string, string>()
  const problems: Diagnostic[] = []
  const inputs: string[] = []
  for (const { name, tags } of functions) {
    const tag = tags.find((candidate) => candidate.name === 'thumbnail' && candidate.text !== '')
    if (!tag) continue
    inputs.push(join(plugin.folder, tag.text))
    const found = findThumbnail(plugin, tag, name)
    if (typeof found === 'object') {
      problems.push(found)
      continue
    }
    files.set(found, readFileSync(join(plugin.folder, found)))
    byFunction.set(name, found)
  }
  return { files, byFunction, problems, inputs }
}

/** Returns the path from the plugin's folder, with `/`. */
function findThumbnail({ folder }: PluginSource, { text, span }: DocTag, name: string): string | Diagnostic {
  const path = join(folder, text)
  if (!extensions.includes(extname(text).toLowerCase())) {
    return toError('thumbnail.format', {
      span,
      path: name,
      found: `@thumbnail is "${text}".`,
      remedy: `Use a file with ${extensions.join(', ')}.`,
    })
  }
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!isInside(folder, path) || (stat && !isInside(realpathSync(folder), realpathSync(path)))) {
    const remedy = "Put the file into the plugin's folder and name it from there."
    return toError('thumbnail.outside', {
      span,
      path: name,
      found: `@thumbnail "${text}" leaves the plugin's folder.`,
      remedy,
    })
  }
  if (!stat?.isFile()) {
    const remedy = 'Put the file beside the plugin, under that name, or remove the tag.'
    return toError('thumbnail.missing', {
      span,
      path: name,
      found: `@thumbnail "${text}" does not exist.`,
      remedy,
    })
  }
  return relative(folder, path).replaceAll(sep, '/')
}

function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps !== '' && !steps.startsWith('..') && !steps.startsWith(sep)
}
