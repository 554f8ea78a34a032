import type { Integer, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'

interface Shape {
  sides?: Integer
  /** Not taken by the pattern, so no parameter. */
  onDone?: () => void
}
export function parameterDestructuredBeside(
  radius: number,
  { sides = 6 }: Shape = {},
  report: ProgressReporter,
  { colour, level }: Readonly<{ level?: Range<0, 1> | null; colour: 'red' | 'blue' }>,
  closed = true,
): Mesh {
  report.report(colour)
  return { vertices: new Float32Array([radius, sides, level ?? (closed ? 1 : 0)]), indices: new Uint32Array() }
}
