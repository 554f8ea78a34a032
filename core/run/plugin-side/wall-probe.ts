/**
 * What the walls look like from inside: started once in the place of a pool process, says what it found on
 * standard output. The host believes what was seen here rather than what a program promised.
 */
import { accessSync, constants, readFileSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { WallReport } from '../wall-report.ts'

const kibibytes = /^VmData:\s+(\d+) kB$/m.exec(read('/proc/self/status'))?.[1]
const report: WallReport = {
  parent: process.ppid,
  processes: readSpace('pid'),
  network: readSpace('net'),
  canWrite: canWrite(dirname(fileURLToPath(import.meta.url))),
  dataBytes: Number(kibibytes ?? 0) * 1024,
}
process.stdout.write(JSON.stringify(report))

/** Names the space, as `pid:[4026531836]`; '' where the machine has none. */
function readSpace(kind: string): string {
  try {
    return readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return ''
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
