import { expect, it } from 'vitest'
import { readSettings } from './settings.ts'

it.each([
  [{}, true, false, '/house/.data'],
  [{ DAYBOOK_DEMO: '1' }, true, true, '/house/.data'],
  [{ DAYBOOK_DEMO: '0' }, false, false, '/house/.data/own'],
  [{ DAYBOOK_DEMO: '0', DAYBOOK_DATA: '/elsewhere' }, false, false, '/elsewhere'],
  [{ DATABASE_URL: 'postgres://db/daybook' }, false, false, '/house/.data'],
  [{ DATABASE_URL: 'postgres://db/daybook', DAYBOOK_DEMO: '1' }, true, true, '/house/.data'],
  [{ NODE_ENV: 'production' }, false, false, '/house/.data'],
  [{ NODE_ENV: 'production', DAYBOOK_DEMO: '0' }, false, false, '/house/.data'],
  [{ NODE_ENV: 'production', DAYBOOK_DEMO: '1' }, false, true, '/house/.data'],
])('with %j the sample is there: %s, asked for: %s, and data lie in %s', (environment, sample, sampleAsked, dataFolder) => {
  expect(readSettings(environment, '/house')).toMatchObject({ sample, sampleAsked, dataFolder })
})
