type Level = 1 | 2 | 3
export interface Settings {
  level: Level
  inner: { on: boolean }
}
