import { readGiven } from '../config.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { readTexts } from '../option.ts'
import type { CommandLine } from './command-form.ts'
import type { Finding } from './finding.ts'
import { doctorOptions, hostForms } from './host-forms.ts'
import type { Surroundings } from './surroundings.ts'
import { checkWalls } from './wall-checks.ts'

/**
 * Runs `specimen doctor`: looks at the machine and says what a host finds there. Returns 1 when anything
 * fails.
 * @throws `config.invalid`
 */
export async function runDoctor(
  { flags }: CommandLine,
  { streams: { stdout }, environment }: Surroundings,
): Promise<number> {
  const { json = false } = readTexts(doctorOptions, flags)
  const given = readGiven(hostForms.doctor.settings, flags, environment)
  const findings = (await Promise.all([checkWalls(given)])).flat()
  stdout.write(json ? `${JSON.stringify(findings, null, 2)}\n` : findings.map(toLines).join(''))
  return findings.some(({ state }) => state === 'fail') ? 1 : 0
}

function toLines({ name, state, found, remedy }: Finding): string {
  const lines = [`${state.padEnd(4)}  ${name}: ${found}`, ...(remedy ? [`      ${remedy}`] : [])]
  return lines.map((line) => `${toVisibleText(line)}\n`).join('')
}
