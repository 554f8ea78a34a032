/** The files of a new plugin for each kind of result: a function with all sliders, a README, a test. */

import { kinds } from '../../core/contract/domain/result/kinds.ts'
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { bodies, tests } from './plugin-bodies.ts'

interface PluginTemplate {
  readonly name: string
  readonly functionName: string
  readonly returns: ResultType
  /** Path of the built module from the plugin's folder, with `/`. */
  readonly bundlePath: string
}

/** Returns the files by name. */
export function writeTemplate(template: PluginTemplate): { readonly [file: string]: string } {
  return {
    'index.ts': `${writeModule(template)}\n`,
    'README.md': `${writeReadme(template)}\n`,
    [`${template.name}.test.mjs`]: `${writeTest(template)}\n`,
  }
}

function writeModule({ functionName, returns }: PluginTemplate): string {
  const { summary, parameters, lines, parts } = bodies[returns]
  const type = parts
    ? `{ ${Object.entries(parts)
        .map(([name, kind]) => `${name}: ${kind}`)
        .join('; ')} }`
    : kinds[returns].typeName
  const used = ['Integer', 'ProgressReporter', 'Range'].filter((name) =>
    parameters.some(([, annotation]) => annotation.includes(name)),
  )
  const names = [...used, ...(parts ? Object.values(parts) : [type])].sort().join(', ')
  return `/** ${summary} */
import type { ${names} } from 'specimen-host/plugin'

/**
 * ${summary}
 * @displayName ${toWords(functionName)}
 * @tags example
${parameters.map(([name, , text]) => ` * @param ${name.replace('?', '')} - ${text}`).join('\n')}
 */
export function ${functionName}(
${parameters.map(([name, annotation]) => `  ${name}: ${annotation},`).join('\n')}
): ${type} {
${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}
}`
}

function writeReadme({ name, functionName, returns }: PluginTemplate): string {
  const { summary, parameters } = bodies[returns]
  const rows = parameters.map(
    ([parameter, type, text]) => `| \`${parameter}\` | \`${type.replaceAll('|', '\\|')}\` | ${text} |`,
  )
  const use = 'its parameters become the sliders of a client, its comments their texts.'
  return `# ${name}

${summary} \`index.ts\` holds one function, \`${functionName}\`; ${use}

| parameter | type and default | |
| --- | --- | --- |
${rows.join('\n')}

\`\`\`sh
${toCommand('dev')}     # build, serve, and do so again whenever a file is saved
${toCommand('build')}   # write the bundle
node --test ${name}.test.mjs   # in this folder, after a build
\`\`\``
}

function writeTest({ functionName, returns, bundlePath }: PluginTemplate): string {
  return `/** Calls the built function, as a host does: build the plugin before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${functionName} } from '${bundlePath}'

${tests[returns].replaceAll('make', functionName)}`
}

function toWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
