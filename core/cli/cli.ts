#!/usr/bin/env node
/** The command line, `specimen`. */
import { runCommand } from './run-command.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  streams: process,
  environment: process.env,
  now: Date.now,
})
