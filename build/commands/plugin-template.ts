/** The files of a new plugin for each kind of result: a function with all sliders, a README, a test. */

import { kinds } from '../../core/contract/domain/result/kinds.ts'
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { bodies, type PluginExample, tests } from './plugin-bodies.ts'
import { type TakenType, takingBodies } from './taking-bodies.ts'

/** The kinds that the function of a new plugin takes and returns. */
export interface PluginChoice {
  /** The kind of its result where it takes no data. */
  readonly returns: ResultType
  readonly takes: TakenType | 'nothing'
}

interface PluginTemplate extends PluginChoice {
  readonly name: string
  readonly functionName: string
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

/** Returns the example that was chosen, with what it returns, and its test. */
function findExample({
  returns,
  takes,
}: PluginChoice): PluginExample & { readonly returns: ResultType; readonly test: string } {
  return takes === 'nothing' ? { ...bodies[returns], returns, test: tests[returns] } : takingBodies[takes]
}

function writeModule({ functionName, ...chosen }: PluginTemplate): string {
  const { summary, parameters, lines, parts, returns } = findExample(chosen)
  const type = parts
    ? `{ ${Object.entries(parts)
        .map(([name, kind]) => `${name}: ${kind}`)
        .join('; ')} }`
    : kinds[returns].typeName
  const used = parameters.flatMap(([, annotation]) => annotation.match(/\b[A-Z]\w+/g) ?? [])
  const names = [...new Set([...used, ...(parts ? Object.values(parts) : [type])])].sort().join(', ')
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

function writeReadme({ name, functionName, ...chosen }: PluginTemplate): string {
  const { summary, parameters } = findExample(chosen)
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

function writeTest({ functionName, bundlePath, ...chosen }: PluginTemplate): string {
  return `/** Calls the built function, as a host does: build the plugin before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ${functionName} } from '${bundlePath}'

${findExample(chosen).test.replaceAll('make', functionName)}`
}

function toWords(name: string): string {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
