import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { formatCount } from '../../contract/text/count.ts'
import { createEngine, type Engine, type EngineOptions } from '../../engine/engine.ts'
import type { Walls } from '../../engine/run/walls/walls.ts'
import { Canary } from '../../service/watch/canary.ts'
import { type Finding, toOk } from './finding.ts'

/** Resolves with the findings of a host that loads these folders and runs a function. */
export async function checkTrial({
  config,
  findWalls,
  ...given
}: Pick<EngineOptions, 'config' | 'log' | 'isNamed'> & {
  readonly findWalls: () => Promise<Walls>
}): Promise<readonly Finding[]> {
  // Missing walls are a finding of their own.
  const sandbox = config.sandbox === 'require' ? 'prefer' : config.sandbox
  let engine: Engine
  try {
    engine = await createEngine({ config: { ...config, sandbox, watch: false }, findWalls, ...given })
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    const remedy = 'A host with these settings does not start; mend them.'
    return [{ name: 'settings', state: 'fail', found: error.message, remedy }]
  }
  try {
    return [...listSources(engine), ...(config.plugins ? [await tryRun(engine)] : [])]
  } finally {
    await engine.close()
  }
}

function listSources({ catalog, bundleNeeds }: Engine): Finding[] {
  const { bundles, specimens, errors } = catalog.snapshot
  const refused = errors.map(({ source, detail }): Finding => {
    return {
      name: 'refused',
      state: 'fail',
      found: `${source}: ${detail}`,
      remedy: 'Mend it or take it out.',
    }
  })
  const closed = catalog.bundles.used.flatMap((bundle): Finding[] => {
    const { needs, allow } = bundleNeeds.compare(bundle)
    if (allow === null) return []
    const found = `${bundle.source} asks for ${needs.join(', ')}, and is not allowed all of it.`
    return [{ name: 'needs', state: 'warn', found, remedy: `If it is to have it, --allow ${allow}.` }]
  })
  const counts = `${formatCount(bundles, 'bundle')} and ${formatCount(specimens.size, 'specimen')}`
  const loaded = toOk('folders', `Loaded ${counts}.`)
  return [loaded, ...refused, ...closed]
}

async function tryRun({ createTrialPool, privateFolder }: Engine): Promise<Finding> {
  const failures: string[] = []
  const ignore = (): void => {}
  const log: Log = {
    debug: ignore,
    info: ignore,
    warn: ignore,
    error: (fields) => {
      if ('err' in fields && fields.err instanceof Error) failures.push(fields.err.message)
    },
  }
  const clock = () => performance.now()
  const canary = new Canary({ createPool: createTrialPool, folder: privateFolder, clock, log })
  await canary.start()
  await canary.close()
  const name = 'trial run'
  if (failures.length === 0) return toOk(name, 'a function has run in a process for plugins.')
  return { name, state: 'fail', found: failures.join(' '), remedy: adviseTrial(process.umask()) }
}

/** Bits of a umask that keep others from reading files and entering folders. */
const closing = 0o055

/** Returns the remedy of a trial that has failed, with a umask that takes rights of the plugins' user. */
export function adviseTrial(umask: number): string {
  const limits = 'Look at memory and limits of processes (ulimit -a), and try --sandbox off.'
  if ((umask & closing) === 0) return limits
  const octal = umask.toString(8).padStart(3, '0')
  return (
    `The umask is ${octal}: what is installed or built under it may be closed to the user of plugins. ` +
    `Install and build with umask 022 (chmod -R go+rX for what is there). ${limits}`
  )
}
