import type { ReactNode } from 'react'
import { useActing } from '#ui/acting.ts'
import { Go } from '#ui/go.tsx'
import { speak, useLanguage, useSay } from '#ui/language.tsx'
import { Page } from '#ui/page.tsx'
import { choose, usePreferences } from '#ui/preferences.ts'
import { useStoredUser } from '#ui/stored-user.ts'
import { membershipTexts } from './membership.messages.ts'
import { OwnLoginFacts } from './own-login.part.tsx'
import { OwnSessions } from './own-sessions.part.tsx'

/** How the app looks and speaks to this person; every choice holds at once. */
const PreferencesPage = () => {
  const say = useSay(membershipTexts)
  const chosen = usePreferences()
  const { language } = useLanguage()
  const acting = useActing()
  const user = useStoredUser()
  const userId = user?.UserId
  return (
    <Page title={say('preferences')} sheet>
      <div className="form">
        <Choices
          legend={say('theme')}
          name="theme"
          value={chosen.theme ?? 'system'}
          options={[
            ['system', say('themeSystem')],
            ['light', say('themeLight')],
            ['dark', say('themeDark')],
          ]}
          onChoose={(theme) => choose({ theme: theme === 'system' ? undefined : theme })}
        />
        <Choices
          legend={say('density')}
          name="density"
          value={chosen.density}
          options={[
            ['standard', say('densityStandard')],
            ['compact', say('densityCompact')],
          ]}
          onChoose={(density) => choose({ density })}
          hint={say('densityNote')}
        />
        {!user?.Roles.includes('Admin') && (
          <Choices
            legend={say('language')}
            name="language"
            value={language}
            options={[
              [
                'en',
                <span lang="en" key="en">
                  English
                </span>,
              ],
              [
                'jp',
                <span lang="ja" key="jp">
                  日本語
                </span>,
              ],
            ]}
            onChoose={speak}
          />
        )}
        <Choices
          legend={say('shortcuts')}
          name="shortcuts"
          value={chosen.shortcuts}
          options={[
            ['on', say('shortcutsOn')],
            ['off', say('shortcutsOff')],
          ]}
          onChoose={(shortcuts) => choose({ shortcuts })}
          hint={say('shortcutsNote')}
        />
        <p className="note">{say(acting ? 'keptHere' : 'kept')}</p>
        <p className="together mt">
          <Go to="/membership/changepassword" className="btn">
            {say('changePassword')}
          </Go>
          <Go to="/membership/secondfactor" className="btn">
            {say('secondFactor')}
          </Go>
          {!acting && (
            <Go to="/membership/invitations" className="btn">
              {say('invitations')}
            </Go>
          )}
        </p>
      </div>
      {userId !== undefined && !acting && (
        <>
          <OwnLoginFacts userId={userId} />
          <OwnSessions userId={userId} />
        </>
      )}
    </Page>
  )
}

export default PreferencesPage

interface ChoicesProps<V extends string> {
  legend: string
  name: string
  value: V
  options: readonly (readonly [V, ReactNode])[]
  onChoose: (value: V) => void
  hint?: string
}

const Choices = <V extends string>({ legend, name, value, options, onChoose, hint }: ChoicesProps<V>) => (
  <fieldset className="choice-set">
    <legend>{legend}</legend>
    <div>
      {options.map(([option, label]) => (
        <label className="tickable" key={option}>
          <input type="radio" name={name} value={option} checked={option === value} onChange={() => onChoose(option)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
    {hint && <p className="hint">{hint}</p>}
  </fieldset>
)
