/** Parameters typed with real packages: each is refused at the author's line, or means what the compiler says. */
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFolder } from '../temporary-plugins.ts'
import { type Findings, findFaults } from './find-faults.ts'
import { libraryTypes } from './library-types.ts'
import { formatFault } from './subjects.ts'

let folder: string
let findings: Findings

beforeAll(() => {
  folder = createFolder({})
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  findings = findFaults(
    folder,
    libraryTypes.map(({ type, above }) => ({ type, prelude: above })),
  )
})

describe('types of packages', () => {
  test('are refused or mean what the compiler says', () => {
    expect(libraryTypes.length).toBeGreaterThanOrEqual(40)
    expect(findings.faults.map(formatFault)).toEqual([])
    expect(findings.erroneous.map(({ type }) => type)).toEqual([])
  })

  test('are read when JSON holds their values, and refused when it does not', () => {
    const wanted = libraryTypes.filter(({ is }) => is === 'read').map(({ type }) => type)
    const refused = findings.refused.map(({ subject, problems }) => {
      return `${subject.type}${wanted.includes(subject.type) ? `: ${problems.map(({ found }) => found)}` : ''}`
    })
    expect(refused).toEqual(libraryTypes.filter(({ is }) => is === 'refused').map(({ type }) => type))
  })

  test('are refused at the line of the author, with what to do', () => {
    for (const { subject, problems } of findings.refused) {
      const [problem] = problems
      expect(problem?.span?.file.startsWith(folder), subject.type).toBe(true)
      expect(problem?.found, subject.type).toMatch(/\w.*\.$/s)
      expect(problem?.remedy, subject.type).toMatch(/\w/)
    }
  })
})
