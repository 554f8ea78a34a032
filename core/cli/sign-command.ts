import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { SpecimenError } from '../contract/domain/errors.ts'
import { manifestName, signatureName } from '../contract/domain/manifest.ts'
import { idRule, isId } from '../contract/domain/specimen.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { toShownText } from '../contract/text/visible-text.ts'
import { createFile, replaceFile } from '../engine/files/replace.ts'
import { createSignerKey, signManifest } from '../engine/functions/bundle-signature.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'

/** Signs bundles, or makes the key for it; returns the exit code. @throws `config.invalid` */
export function runSign(
  { named: folders, flags: { key, 'new-key': newKey } }: CommandLine,
  { streams: { stdout } }: CommandSurroundings,
): number {
  if (newKey !== undefined) {
    if (folders.length > 0 || key !== undefined)
      throw new SpecimenError(
        'config.invalid',
        '--new-key makes a key and signs nothing; run it alone first.',
      )
    stdout.write(`${makeKey(newKey)}\n`)
    return 0
  }
  if (folders.length === 0 || key === undefined) {
    const wanted = `${toCommand('sign FOLDER... --key FILE')}, or ${toCommand('sign --new-key FILE')}`
    throw new SpecimenError('config.invalid', `A folder of bundles and --key are needed: ${wanted}.`)
  }
  const pem = readFileSync(key, 'utf8')
  for (const bundle of new Set(folders.flatMap(findBundles))) {
    replaceFile(join(bundle, signatureName), signManifest(readFileSync(join(bundle, manifestName)), pem))
    stdout.write(`signed ${toShownText(bundle)}\n`)
  }
  return 0
}

/** Writes a private key that only its owner can read; returns the line for the file of public keys. */
function makeKey(path: string): string {
  const name = basename(path, extname(path))
  if (!isId(name))
    throw new SpecimenError('config.invalid', `The name of the key's file must be ${idRule} (got "${name}").`)
  const { pem, publicLine } = createSignerKey()
  createFile(path, pem, 0o600)
  return `${name} ${publicLine}`
}

function findBundles(folder: string): readonly string[] {
  const isBundle = (path: string): boolean => existsSync(join(path, manifestName))
  if (isBundle(folder)) return [folder]
  const found = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter(isBundle)
  if (found.length > 0) return found
  throw new SpecimenError(
    'config.invalid',
    `${folder} must be a bundle, or a folder of some; build them first.`,
  )
}
