/** Tests come in by the front door: `specimen-host` resolves to dist/, which `npm test` builds first. */
import { defineConfig } from 'vitest/config'
import { loadAssets } from './plugins/load-assets.ts'
import { testMilliseconds, waitMilliseconds } from './support/limits.ts'

/**
 * What has a process for each file: it measures or changes its process, counts all timers, or mocks a module.
 * All other files take turns in the same few, which saves two fifths of their CPU time: most of a short file's
 * goes into loading packages and, where it has pages, into starting a browser.
 */
const alone = [
  'test/engine/cache/*.test.ts',
  'test/client/run.test.ts',
  'test/interface/job-store.test.ts',
  'test/interface/room-cache.test.ts',
  'test/federation/relay/hostile-results.test.ts',
  'test/engine/functions/unread-folders.test.ts',
  'test/federation/worker/outgoing-progress.test.ts',
  'test/group/results/shelf.test.ts',
  'test/engine/run/**/*.test.ts',
  'test/service/failed-start.test.ts',
  'test/service/watch/log.test.ts',
]

/**
 * Suites of `npm run test:long`: random types, attacks, chaos, faults of many hosts, the API of further forms of
 * a host, every tool of the page.
 */
const long = [
  'test/build/scene-commands.test.ts',
  'test/browser/{agent-app,agents,cross-site,docs,formats,notebook,rooms,site,site-repository}.test.ts',
  'test/browser/viewer/{anatomy,anatomy-tools,compare,data,data-parameters,dev,elsewhere,embed}.test.ts',
  'test/browser/viewer/{federated,first-picture}.test.ts',
  'test/browser/viewer/formats-page.test.ts',
  'test/browser/viewer/{gallery,handles,hidden,history,hostile,image-view,jobs,keyboard,link,main-pages}.test.ts',
  'test/browser/viewer/{line-views,one-look,over-picture,own-file}.test.ts',
  'test/browser/viewer/{page-and-picture,parts,picture,robust}.test.ts',
  'test/browser/viewer/xr/*.test.ts',
  'test/browser/viewer/{shared-stage,shown-texts,slices,stage,sweep,texts,tools,transfer,upload,volume-view}.test.ts',
  'test/browser/viewer/{words,zarr}.test.ts',
  'test/build/{check,check-run,commonjs,determinism,dev,dev-bodies,dev-page,dev-saves,diff,discover}.test.ts',
  'test/build/{export,incremental}.test.ts',
  'test/build/{lost-tags,messages,module-files,native-packages,needs,new-explain}.test.ts',
  'test/build/{own-files,packaged-code,thumbnail,typed-code,unfinished-output,workspaces}.test.ts',
  'test/build/remedies/{folders,modules,sources}.test.ts',
  'test/build/types/**/*.test.ts',
  'test/cli/{closed-pipe,doctor,doctor-group,federation,federation-crowd,federation-faults}.test.ts',
  'test/cli/{listen,mcp-command,prepare,serve,shown-texts,stop,types}.test.ts',
  'test/cli/deployment/nginx*.test.ts',
  'test/cli/doctor/group-checks.test.ts',
  'test/client/own-package.test.ts',
  'test/data/encoding/usdz.test.ts',
  'test/data/formats/{damage,dicom-pixels,inflate,linear,mutations}.test.ts',
  'test/data/formats/tags/*.test.ts',
  'test/data/picture/{anatomy,draw-result,scene-of-one}.test.ts',
  'test/engine/catalog/{data-folder,data-trees}.test.ts',
  'test/engine/files/open-inside.test.ts',
  'test/engine/functions/watch-folders.test.ts',
  'test/federation/{pool-results,streams}.test.ts',
  'test/federation/link/fuzz.test.ts',
  'test/federation/relay/{announced-catalog,hostile-catalog,hostile-exchanges,hostile-files}.test.ts',
  'test/federation/relay/{hostile-worker,refused-requests,upgrade-requests}.test.ts',
  'test/federation/worker/resume.test.ts',
  'test/fuzz/**/*.test.ts',
  'test/group/data/*.test.ts',
  'test/group/faults/**/*.test.ts',
  'test/group/packages.test.ts',
  'test/group/redis/{connect,secure-redis}.test.ts',
  'test/group/results/{group-room-cache,peer-results}.test.ts',
  'test/group/rooms/{away-redis,cut-connections,group-rooms,lost-host,lost-owner,owned-room,room-passage}.test.ts',
  'test/group/runs/{cut-flights,group-flights}.test.ts',
  'test/group/workers/group-workers.test.ts',
  'test/hostile/{folders,plugins,requests}/*.test.ts',
  'test/interface/api-{thread,group,group-relay}.test.ts',
  'test/packages/*.test.ts',
  'test/plugins/{data-chain,data-tools,gear-pair,head-layers,orbital,plugins}.test.ts',
  'test/python/*.test.ts',
  'test/service/http/{access-matrix,admission,arrivals,bundle-needs,bundle-variables,client-limits}.test.ts',
  'test/service/http/{cross-site,cut-files,decoded-files,doors,fair-shares,held-answers}.test.ts',
  'test/service/http/{hostile-folders,large-answers,life,names,native-packages,openapi-answers}.test.ts',
  'test/service/http/{pieces,public-path,remedies,signed-bundles,viewer,waiting-polls,zarr-addresses}.test.ts',
  'test/service/mcp/{hostile-agents,rooms,scripted-agent}.test.ts',
  'test/service/rooms/{bursts,hostile,transitions}.test.ts',
  'test/service/watch/traces.test.ts',
  'test/structure/{examples,viewer-types}.test.ts',
]
/** Those of them that have a process for each file, as `alone`. */
const longAlone = [
  'test/engine/run/encoding/encoding-memory.test.ts',
  'test/build/faults.test.ts',
  'test/build/types/order.test.ts',
  'test/engine/run/decoding/file-decoder.test.ts',
  'test/engine/run/plugin-stack.test.ts',
  'test/engine/run/pool/{changed-globals,crash,forged-frames,left-behind,pool}.test.ts',
  'test/engine/run/walls/attacks.test.ts',
  'test/federation/faults.test.ts',
  'test/hostile/account/*.test.ts',
  'test/service/http/private-copies.test.ts',
  'test/soak/**/*.test.ts',
]
/** Files that run in both: `npm test` takes a sample of their cases (`support/at-length.ts`). */
const both = [
  'test/browser/viewer/{scene-truth,scene-view,specimen}.test.ts',
  'test/build/fold-constant.test.ts',
  'test/contract/schema/{pattern,validator}.test.ts',
  'test/contract/wire/{envelope,result-json,scene-envelope}.test.ts',
  'test/data/encoding/scene-files.test.ts',
  'test/viewer/drive/driver-orders.test.ts',
  'test/viewer/state/link.test.ts',
]
const isShort = leaveOut([...long, ...longAlone])
const atLength = { TEST_AT_LENGTH: 'true' }

function leaveOut(files: readonly string[]): string[] {
  return files.map((each) => `!${each}`)
}

export default defineConfig({
  plugins: [loadAssets()],
  test: {
    testTimeout: testMilliseconds,
    hookTimeout: testMilliseconds,
    // One stall of a busy machine among 17,000 tests says nothing of the code. `.ci/run` names each such test at its
    // end, with what failed at first: a fault of the test, to be mended.
    retry: process.env.CI ? 1 : 0,
    expect: { poll: { timeout: waitMilliseconds, interval: 20 } },
    maxWorkers: 4, // for two cores: half of the files wait for other processes most of the time
    globalSetup: 'test/support/scratch-folder.ts',
    setupFiles: 'test/support/remove-folders.ts',
    server: { deps: { inline: [/\.wasm$/] } },
    projects: [
      // What is left out is no `exclude`, which would take the place of the command line's.
      {
        extends: true,
        test: {
          name: 'long',
          include: [...long, ...both, ...leaveOut(longAlone)],
          env: atLength,
          isolate: false,
        },
      },
      { extends: true, test: { name: 'long-alone', include: longAlone, env: atLength } },
      { extends: true, test: { name: 'alone', include: [...alone, ...isShort] } },
      {
        extends: true,
        test: {
          name: 'together',
          include: ['test/**/*.test.ts', ...leaveOut(alone), ...isShort],
          isolate: false,
        },
      },
    ],
  },
})
