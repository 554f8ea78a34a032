import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '../client/client.ts'
import { SpecimenError } from '../contract/domain/errors.ts'
import { type Manifest, manifestName, parseManifest } from '../contract/domain/manifest.ts'
import { isParameterSchema } from '../contract/domain/schema.ts'
import type { TypedFunction } from '../contract/schema/typing/typed-function.ts'
import { writeDeclarations } from '../contract/schema/typing/write-declarations.ts'
import { writeStubs } from '../contract/schema/typing/write-stubs.ts'
import { toVisibleText } from '../contract/text/visible-text.ts'
import { parseJson } from '../contract/values/json.ts'
import { replaceFile } from '../engine/files/replace.ts'
import { fillIn, readTexts } from '../options/option.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { typesOptions } from './host-forms.ts'

/** Specimens of a host that are asked for at a time. */
const parallelRequests = 8

/** Writes the functions of a host or of a folder of bundles as types. @throws `config.invalid` */
export async function runTypes(
  { argument: source = '', flags }: CommandLine,
  { streams: { stdout, stderr }, environment }: CommandSurroundings,
): Promise<number> {
  const { out, python, token } = fillIn(typesOptions, readTexts(typesOptions, flags))
  const isAddress = /^https?:\/\//i.test(source) && URL.canParse(source)
  const functions = isAddress
    ? await readHost(source, token ?? environment.SPECIMEN_TOKEN)
    : readBundles(source)
  if (functions.length === 0)
    throw new SpecimenError(
      'config.invalid',
      `${source} has no functions; the command build makes bundles of them.`,
    )
  const isPython = python || out?.endsWith('.pyi') === true
  // A text in quotes or a comment says the same with its escapes.
  const text = toVisibleText((isPython ? writeStubs : writeDeclarations)(functions, source))
  if (out === undefined) stdout.write(text)
  else {
    replaceFile(out, text)
    stderr.write(
      `${functions.length === 1 ? '1 function is' : `${functions.length} functions are`} in ${out}.\n`,
    )
  }
  return 0
}

async function readHost(url: string, token: string | undefined): Promise<readonly TypedFunction[]> {
  const client = createClient(url, { token })
  const dynamic = (await client.catalog()).filter(({ is_dynamic }) => is_dynamic)
  const found: TypedFunction[] = []
  for (let at = 0; at < dynamic.length; at += parallelRequests) {
    const bodies = dynamic.slice(at, at + parallelRequests).map(({ id }) => client.specimen(id))
    for (const { id, description, type, returns, schema } of await Promise.all(bodies))
      if (isParameterSchema(schema)) found.push({ id, description, type, returns, schema })
  }
  return found.sort(byId)
}

function readBundles(folder: string): readonly TypedFunction[] {
  const folders = hasManifest(folder) ? [folder] : listFolders(folder).filter(hasManifest)
  return folders.map(readManifest).flatMap(listFunctions).sort(byId)
}

function listFolders(folder: string): readonly string[] {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((entry) => !entry.isFile()).map(({ name }) => join(folder, name))
  }
  const wanted = 'the address of a host, or a folder of bundles such as dist/plugins'
  throw new SpecimenError(
    'config.invalid',
    `The command types takes ${wanted} (got ${JSON.stringify(folder)}).`,
  )
}

function hasManifest(folder: string): boolean {
  return statSync(join(folder, manifestName), { throwIfNoEntry: false })?.isFile() === true
}

function readManifest(folder: string): Manifest {
  const path = join(folder, manifestName)
  return parseManifest(parseJson(readFileSync(path, 'utf8'), path))
}

function listFunctions({ specimens, functions }: Manifest): readonly TypedFunction[] {
  return specimens.flatMap(({ id, function_name, description }) => {
    const shown = functions.find(({ name }) => name === function_name)
    if (!shown) return []
    const { return_type: type, returns, schema } = shown
    return [{ id, description, type, returns, schema }]
  })
}

function byId(one: TypedFunction, other: TypedFunction): number {
  return one.id < other.id ? -1 : 1
}
