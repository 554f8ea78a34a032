/** The contract of the whole HTTP API, over real sockets. */
import { describe } from 'vitest'
import { describeData } from './data.ts'
import { describeDecodedFiles } from './decoded-files.ts'
import { describeEndlessJobs } from './endless-jobs.ts'
import { describeJobs } from './jobs.ts'
import { describeProcessing } from './processing.ts'
import { describeRequestNames } from './request-names.ts'
import { describeRequests } from './requests.ts'
import { describeResultForms } from './result-forms.ts'
import { describeRooms } from './rooms.ts'
import { type Differences, type Serve, useServedApi } from './served-api.ts'
import { describeSpecimens } from './specimens.ts'
import { describeZarr } from './zarr.ts'

/** Runs the suite against whatever `serve` starts. */
export function describeApi(name: string, serve: Serve, differences: Differences): void {
  describe(`the API of ${name}`, () => {
    describe('with places for two runs:', () => {
      const served = useServedApi(() => serve({ poolSize: 2 }), differences)
      describeSpecimens(served)
      describeData(served)
      describeResultForms(served)
      describeDecodedFiles(served)
      describeZarr(served)
      describeProcessing(served)
      describeJobs(served)
      describeRooms(served)
      describeRequestNames(served)
      describeRequests(served)
    })
    describe('with a place for one run:', () => {
      describeEndlessJobs(useServedApi(() => serve({ poolSize: 1 }), differences))
    })
  })
}
