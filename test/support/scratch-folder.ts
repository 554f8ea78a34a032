import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const prefix = 'specimen-tests-'

/** Gives all test processes a temporary folder, which goes with what they leave there. Projects share one. */
export default function setUp(): (() => void) | undefined {
  if (basename(tmpdir()).startsWith(prefix)) return undefined
  const folder = mkdtempSync(join(tmpdir(), prefix))
  chmodSync(folder, 0o755) // plugins of a host that is root run as nobody
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
