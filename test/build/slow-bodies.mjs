/**
 * Stands in for the program of `specimen dev` that looks at the bodies of functions: finds the text of a file,
 * and saves what follows `then ` in it before it answers.
 */
import { readFileSync, writeFileSync } from 'node:fs'

process.on('message', (files) => {
  const problems = files.map((file) => {
    const found = readFileSync(file, 'utf8')
    const span = { file, line: 1, column: 1, endLine: 1, endColumn: 2 }
    const [, next] = /then (.*)/s.exec(found) ?? []
    if (next) writeFileSync(file, next)
    return { code: 'typescript.body', severity: 'warning', span, path: null, found, remedy: 'Mend it.' }
  })
  process.send?.({ problems, files })
})
