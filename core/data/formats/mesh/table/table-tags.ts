import type { TagTable } from '../../tag-table.ts'
import type { MeetTag } from '../tag-reader.ts'

/** The forms of tables. No text names them all; these are what spreadsheets, pandas, R and scanners write. */
export const tableTags = {
  format: 'CSV',
  source: 'RFC 4180; sep= of Excel; to_csv of pandas; the ASCII files of CloudCompare and of Leica (.pts)',
  rows: [
    { tag: 'byte order mark', treatment: 'read', says: 'It stands before the first cell.' },
    { tag: 'UTF-16', treatment: 'refused', says: 'The text must be UTF-8 (got UTF-16); save it as UTF-8.' },
    {
      tag: 'Windows-1252',
      treatment: 'noted',
      says: 'Its text is not UTF-8 and is read as Windows-1252.',
    },
    { tag: 'sep=', treatment: 'read', says: 'The mark between cells.' },
    { tag: '# and //', treatment: 'ignored', says: 'Comments, unless they name the columns.' },
    { tag: '// X Y Z', treatment: 'read', says: 'Names of columns in a comment.' },
    {
      tag: 'x y z',
      treatment: 'read',
      says:
        'Columns by their names, in any case and order: points. `line,x,y,z` at the beginning are lines, ' +
        'where another name than that of the row above begins one; `x,y,z,u,v,w` arrows; `x,y,z,text` ' +
        'alone labels, if these are few and short enough.',
    },
    { tag: 'x [m]', treatment: 'read', says: 'The unit of the points, the same for all three.' },
    {
      tag: 'r g b',
      treatment: 'read',
      says: 'Colours from 255, from 1 where none is larger, or from 65,535.',
    },
    {
      tag: 'r g b outside',
      treatment: 'noted',
      says: 'The colours are left out, because some are missing, negative or above 65,535.',
    },
    { tag: 'alpha', treatment: 'noted', says: 'The opacity of its points is left out.' },
    { tag: 'nx ny nz', treatment: 'noted', says: 'The normals of its points are left out.' },
    { tag: 'value', treatment: 'read', says: 'The first other column of numbers, with its name and unit.' },
    {
      tag: 'further values',
      treatment: 'noted',
      says: 'Of several columns of values the first is shown.',
    },
    { tag: 'value = NaN', treatment: 'noted', says: 'Its values are left out, because some are missing.' },
    { tag: 'Unnamed: 0', treatment: 'ignored', says: 'Numbers of rows, as pandas writes them.' },
    { tag: 'id', treatment: 'ignored', says: 'Numbers of rows or of points.' },
    { tag: 'text', treatment: 'ignored', says: 'Cells of words are no values.' },
    {
      tag: 'quotes',
      treatment: 'read',
      says: 'Cells in quotes may have the mark between cells, and doubled quotes.',
    },
    { tag: 'decimal commas', treatment: 'read', says: 'Where columns are separated otherwise.' },
    {
      tag: 'commas before three digits',
      treatment: 'noted',
      says: 'The commas in its numbers are read as decimal commas, though all stand before three digits.',
    },
    {
      tag: 'commas and points',
      treatment: 'refused',
      says: 'commas and points in its numbers; write decimal points, and nothing between thousands',
    },
    { tag: 'number of points', treatment: 'read', says: 'A first line with nothing else; it must be true.' },
    { tag: 'marks at the end', treatment: 'ignored', says: 'Empty cells behind the named ones.' },
    { tag: 'no names: x y z value', treatment: 'read', says: 'A fourth number is the value.' },
    { tag: 'no names: x y z r g b', treatment: 'read', says: 'Where all rows have whole numbers up to 255.' },
    { tag: 'no names: x y z nx ny nz', treatment: 'noted', says: 'The normals of its points are left out.' },
    {
      tag: 'no names: x y z i r g b',
      treatment: 'noted',
      says: 'Its columns have no names: they are read as x, y, z, intensity, red, green and blue.',
    },
    {
      tag: 'no names: x y z r g b value',
      treatment: 'noted',
      says: 'Its columns have no names: they are read as x, y, z, red, green, blue and a value.',
    },
    {
      tag: 'no names: others',
      treatment: 'noted',
      says: 'The columns behind x, y and z have no names and are left out; name them in the first line.',
    },
    {
      tag: 'lon lat',
      treatment: 'refused',
      says: 'Its positions are angles (longitude, latitude); project them, and name the columns x, y and z.',
    },
    {
      tag: 'easting northing',
      treatment: 'refused',
      says: 'Name the columns x, y and z in place of easting, northing and height.',
    },
  ],
} as const satisfies TagTable

/** Applies the row of a tag. @throws `file.undecodable` for a refused one */
export type MeetTableTag = MeetTag<typeof tableTags>
