/** A host whose holdings are measured, and the measures. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeTimed } from '../../support/timed-bundle.ts'
import { type BuiltHost, startBuiltHost } from '../built-host.ts'
import { writeData } from './holders.ts'

/** Far above what all rows may hold, far below what they would take without a bound. */
export const mostMegabytes = 400

/** Starts a host with these flags, which ends with the test. */
export async function startMeasured(flags: readonly string[]): Promise<BuiltHost> {
  const folders = makeTimed()
  const data = join(folders.plugins, '../data')
  writeData(data)
  const host = await startBuiltHost({ ...folders, witness: 'timed', flags: ['--data', data, ...flags] })
  onTestFinished(async () => void (await host.stop()))
  return host
}

/** Returns the memory of its process. */
export function readMegabytes({ pid }: BuiltHost): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** Returns a number from its `/metrics`. */
export async function readGauge({ port }: BuiltHost, name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const line = text.split('\n').find((found) => found.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}
