// @ts-check
import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest that keeps what its JSON leaves out: errors outside every test, such as a promise nobody waited for. Written to the
 * file OUTSIDE_ERRORS as a list of { file, message }: the test file that ran then, where one did.
 */
export default class OutsideErrors {
  /**
   * @param {unknown} _modules
   * @param {readonly any[]} errors
   */
  onTestRunEnd(_modules, errors) {
    const kept = errors.map((error) => ({
      file: error.VITEST_TEST_PATH,
      message: `${error.VITEST_TEST_NAME ? `during "${error.VITEST_TEST_NAME}": ` : ''}${error.type ?? ''} ${error.stack ?? error.message}`,
    }))
    writeFileSync(/** @type {string} */ (process.env.OUTSIDE_ERRORS), JSON.stringify(kept))
  }
}
