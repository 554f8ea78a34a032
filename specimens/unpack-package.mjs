/**
 * Brings an npm package that holds data into a temporary folder, for the conversion scripts: hosts never need
 * these packages.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Calls `use(folder)` with the folder of a package, such as `bunny@1.0.1`, installed with npm and without its
 * scripts, and removes it afterwards.
 */
export async function withPackage(specifier, use) {
  const root = mkdtempSync(join(tmpdir(), 'specimen-data-'))
  try {
    const flags = [
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      '--prefix',
      root,
    ]
    execFileSync('npm', ['install', ...flags, specifier], { stdio: 'inherit' })
    return await use(join(root, 'node_modules', specifier.replace(/@[^@/]*$/, '')))
  } finally {
    rmSync(root, { recursive: true })
  }
}
