/** Commands in sentences of the program: a project has no `specimen` on its PATH, so each says npx. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { expect, it } from 'vitest'
import { commandNames } from '../../core/cli/commands.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { findNodes, findSources, lineOf, root } from './sources.ts'

const command = new RegExp(`\\bspecimen (${commandNames.join('|')})\\b`)
/** Texts that name a command and ask nobody to run it there. */
const names = [
  'specimen dev does not answer', // the page, of the program that has made it
  'specimen thumbnail', // in the pictures that it has written
  'specimen join', // as a peer of a room
  'specimen token of ', // the key of a browser's store
  'An error of the TypeScript compiler inside a function, which specimen dev shows', // in a table of codes
]
/** Their examples stand under a line that says how the command is found. */
const help = /^core\/cli\/((build|host)-forms|commands)\.ts$|^core\/options\//
/** Scripts of package.json, which npm runs with the package's programs on their PATH. */
const scripts = 'build/commands/project-template.ts'

it('writes commands to be run as npx finds them', () => {
  const isText = (node: ts.Node): node is ts.LiteralLikeNode =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)
  const faults = findSources(command, 'core', 'build')
    .filter(({ path }) => !help.test(path) && path !== scripts)
    .flatMap(({ path, tree }) =>
      findNodes(tree, isText)
        .filter(({ text }) => command.test(text) && !names.includes(text))
        .map((node) => `${path}:${lineOf(node)} ${node.text}`),
    )
  expect(faults).toEqual([])
})

it('is the form that the README uses', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(toCommand('serve --data scans'))
})
