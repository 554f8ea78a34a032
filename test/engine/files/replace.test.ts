/** Files that are put in place at once, or not at all. */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createFile,
  type EntryContent,
  replaceEntries,
  replaceFile,
} from '../../../core/engine/files/replace.ts'
import { createFolder } from '../../build/temporary-plugins.ts'

/** Returns every file and folder below a folder, folders with an empty content. */
function readTree(folder: string): { readonly [path: string]: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const read = (path: string): string =>
    statSync(join(folder, path)).isFile() ? readFileSync(join(folder, path), 'utf8') : ''
  return Object.fromEntries(paths.map((path) => [path, read(path)]))
}

describe('replaceEntries', () => {
  it('replaces, makes and removes entries, and keeps all others', () => {
    const folder = createFolder({ 'a/old': '1', 'b/old': '2', 'c.txt': '3', 'other/x': '4' })
    replaceEntries(
      folder,
      new Map<string, EntryContent>([
        ['a', new Map([['deep/new', 'new']])],
        ['b', null],
        ['sub/d.txt', 'd'],
        ['c.txt', 'c'],
      ]),
    )
    expect(readTree(folder)).toEqual({
      a: '',
      'a/deep': '',
      'a/deep/new': 'new',
      'c.txt': 'c',
      other: '',
      'other/x': '4',
      sub: '',
      'sub/d.txt': 'd',
    })
  })

  it('leaves all as it was when one entry cannot be written', () => {
    const folder = createFolder({ 'a/old': '1', 'c.txt': '3' })
    const before = readTree(folder)
    const long = 'x'.repeat(300) // above what file systems take
    expect(() => replaceEntries(folder, new Map([['a', new Map([[long, '']])]]))).toThrow('is as it was')
    expect(readTree(folder)).toEqual(before)
  })

  it('puts back what it has moved, and removes what it has made, when one cannot be put in place', () => {
    const folder = createFolder({ 'a/old': '1', 'b/old': '2', 'c.txt': '3' })
    const before = readTree(folder)
    const entries = new Map<string, EntryContent>([
      ['a', new Map([['new', 'new']])],
      ['b', null],
      ['made/d', 'd'],
      ['c.txt/e', 'below a file'],
    ])
    expect(() => replaceEntries(folder, entries)).toThrow('is as it was')
    expect(readTree(folder)).toEqual(before)
  })

  it('leaves no folder that was missing when it fails', () => {
    const folder = createFolder({ x: '' })
    const long = new Map([['x'.repeat(300), '']])
    expect(() => replaceEntries(join(folder, 'deep/er'), long)).toThrow('ENAMETOOLONG')
    expect(readdirSync(folder)).toEqual(['x'])
  })

  it('refuses a file in the place of the folder', () => {
    const folder = createFolder({ x: 'text' })
    expect(() => replaceEntries(join(folder, 'x'), new Map())).toThrow(
      'is a file, and a folder is to be written there. Name another folder, or remove it.',
    )
  })
})

describe('replaceFile', () => {
  it('keeps the mode of the former file, and a link to it', () => {
    const folder = createFolder({ 'real/page.html': 'old' })
    chmodSync(join(folder, 'real/page.html'), 0o600)
    symlinkSync('real/page.html', join(folder, 'link.html'))
    replaceFile(join(folder, 'link.html'), 'new')
    expect(readTree(folder)).toEqual({ 'link.html': 'new', real: '', 'real/page.html': 'new' })
    expect(statSync(join(folder, 'real/page.html')).mode & 0o777).toBe(0o600)
  })

  it('writes to a device as it is, whose errors it passes on', () => {
    replaceFile('/dev/null', 'text')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
    expect(() => replaceFile('/dev/full', 'text')).toThrow(
      '/dev/full could not be written: ENOSPC: no space left on device; make room there.',
    )
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true)
  })

  it('refuses a folder', () => {
    const folder = createFolder({ x: '' })
    expect(() => replaceFile(folder, '')).toThrow('is a folder, and a file is to be written there.')
  })
})

describe('createFile', () => {
  it('makes a file once', () => {
    const folder = createFolder({})
    mkdirSync(folder, { recursive: true })
    createFile(join(folder, 'key'), 'first', 0o600)
    expect(() => createFile(join(folder, 'key'), 'second', 0o600)).toThrow('EEXIST')
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('first')
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  })
})
