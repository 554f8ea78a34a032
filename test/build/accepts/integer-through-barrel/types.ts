export type { Integer as Count } from 'specimen-host/plugin'
