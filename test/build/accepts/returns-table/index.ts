import type { Column, Table } from 'specimen-host/plugin'

type Rows = Table

export async function returnsTable(): Promise<Rows> {
  const names: readonly string[] = ['a', 'b']
  const columns: readonly Readonly<Column>[] = [
    { name: 'n', values: Float64Array.of(1, 2) },
    { name: 'of', values: names },
  ]
  return { columns, plot: 'bars', x: 'of' }
}
