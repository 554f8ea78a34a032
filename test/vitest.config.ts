/** Tests come in by the front door: `specimen-host` resolves to dist/, which `npm test` builds first. */
import { defineConfig } from 'vitest/config'
import { loadAssets } from './plugins/load-assets.ts'

/** Milliseconds: ends what hangs. A busy machine may be slow, most of all that of CI; nothing is expected to be fast. */
const limit = process.env.CI ? 360_000 : 120_000

/**
 * What has a process for each file: it measures or changes its process, counts all timers, or mocks a module.
 * All other files take turns in the same few, which saves two fifths of their CPU time: most of a short file's
 * goes into loading packages.
 */
const alone = [
  'test/cache/*.test.ts',
  'test/client/run.test.ts',
  'test/contract/job-store.test.ts',
  'test/contract/room-cache.test.ts',
  'test/federation/relay/hostile-results.test.ts',
  'test/functions/unread-folders.test.ts',
  'test/federation/worker/outgoing-progress.test.ts',
  'test/group/results/shelf.test.ts',
  'test/run/**/*.test.ts',
]

/**
 * Suites of `npm run test:long`: random types, attacks, chaos, faults of many hosts, the API of further forms of
 * a host, every tool of the page.
 */
const long = [
  'test/browser/site-repository.test.ts',
  'test/browser/viewer/{data,dev,elsewhere,federated,first-picture,formats-page,hidden,history}.test.ts',
  'test/browser/viewer/{hostile,image-view,jobs,one-look,own-file,picture,robust,shared-stage,slices}.test.ts',
  'test/browser/viewer/{stage,tools,transfer,upload,volume-view,words}.test.ts',
  'test/build/{commonjs,determinism,dev-bodies,dev-page,dev-saves,export,faults}.test.ts',
  'test/build/{lost-tags,new-explain,own-files,thumbnail,unfinished-output}.test.ts',
  'test/build/types/**/*.test.ts',
  'test/cli/{closed-pipe,doctor,doctor-group,federation,federation-crowd,federation-faults,stop}.test.ts',
  'test/contract/api-{thread,group,group-relay}.test.ts',
  'test/deployment/nginx*.test.ts',
  'test/federation/{faults,pool-results}.test.ts',
  'test/federation/relay/{hostile-catalog,hostile-worker}.test.ts',
  'test/functions/watch-folders.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/group/faults/**/*.test.ts',
  'test/group/rooms/{cut-connections,lost-leader}.test.ts',
  'test/group/workers/group-workers.test.ts',
  'test/hostile/{folders,plugins,requests}/*.test.ts',
  'test/http/{admission,arrivals,client-limits,cut-files,hostile-folders}.test.ts',
  'test/http/{large-answers,pieces,private-copies}.test.ts',
  'test/picture/draw-result.test.ts',
  'test/rooms/bursts.test.ts',
  'test/run/pool/{changed-globals,crash,forged-frames,left-behind}.test.ts',
  'test/run/walls/attacks.test.ts',
  'test/soak/**/*.test.ts',
]
/** Files that run in both: `npm test` takes a sample of their cases (`support/at-length.ts`). */
const both = [
  'test/browser/{rooms,site}.test.ts',
  'test/browser/viewer/{compare,embed,gallery,specimen,sweep}.test.ts',
  'test/build/{dev,diff,fold-constant,incremental}.test.ts',
  'test/federation/link/fuzz.test.ts',
  'test/federation/streams.test.ts',
  'test/formats/mutations.test.ts',
  'test/group/redis/connect.test.ts',
  'test/group/results/peer-results.test.ts',
  'test/hostile/account/account.test.ts',
  'test/plugins/plugins.test.ts',
  'test/rooms/transitions.test.ts',
  'test/run/pool/pool.test.ts',
  'test/schema/{pattern,validator}.test.ts',
  'test/viewer/drive/driver-orders.test.ts',
  'test/viewer/state/link.test.ts',
  'test/wire/{envelope,result-json}.test.ts',
]
const isShort = long.map((files) => `!${files}`)

export default defineConfig({
  plugins: [loadAssets()],
  test: {
    testTimeout: limit,
    hookTimeout: limit,
    expect: { poll: { timeout: limit - 10_000, interval: 20 } },
    maxWorkers: 4, // for two cores: half of the files wait for other processes most of the time
    globalSetup: 'test/support/scratch-folder.ts',
    setupFiles: 'test/support/remove-folders.ts',
    server: { deps: { inline: [/\.wasm$/] } },
    projects: [
      {
        extends: true,
        test: { name: 'long', include: [...long, ...both], env: { TEST_AT_LENGTH: 'true' } },
      },
      { extends: true, test: { name: 'alone', include: [...alone, ...isShort] } },
      {
        extends: true,
        // Not as `exclude`, which would take the place of the command line's.
        test: {
          name: 'together',
          include: ['test/**/*.test.ts', ...alone.map((files) => `!${files}`), ...isShort],
          isolate: false,
        },
      },
    ],
  },
})
