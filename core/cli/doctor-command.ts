import { toShownText, toVisibleText } from '../contract/text/visible-text.ts'
import { type Config, commandOptions, readGiven, tableOf } from '../options/config.ts'
import { readConfigFile } from '../options/config-file.ts'
import { readTexts } from '../options/option.ts'
import { createLog } from '../service/watch/log.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { examine } from './doctor/examine.ts'
import type { Finding } from './doctor/finding.ts'
import { doctorOptions } from './host-forms.ts'
import { warnOfUnknownVariables } from './run-until-signal.ts'

/**
 * Runs `specimen doctor`: examines the machine and the settings, and prints the findings. Returns 1 when a
 * check fails. @throws `config.invalid`
 */
export async function runDoctor(
  { flags }: CommandLine,
  { streams: { stdout, stderr }, environment, now }: CommandSurroundings,
): Promise<number> {
  const { json = false } = readTexts(doctorOptions, flags)
  const inFile: Partial<Config> = readConfigFile(tableOf(commandOptions.serve), {
    flags,
    environment,
    stderr,
  })
  const given = { ...inFile, ...readGiven(commandOptions.serve, flags, environment) }
  warnOfUnknownVariables(environment, stderr)
  // The findings include the host's log.
  const log = await createLog({ logLevel: 'silent', logFormat: 'json' }, undefined)
  const findings = await examine(given, { log, now })
  stdout.write(
    json ? `${toVisibleText(JSON.stringify(findings, null, 2))}\n` : findings.map(toLines).join(''),
  )
  return findings.some(({ state }) => state === 'fail') ? 1 : 0
}

function toLines({ name, state, found, remedy }: Finding): string {
  const lines = [`${state.padEnd(4)}  ${name}: ${found}`, ...(remedy ? [`      ${remedy}`] : [])]
  return lines.map((line) => `${toShownText(line)}\n`).join('')
}
