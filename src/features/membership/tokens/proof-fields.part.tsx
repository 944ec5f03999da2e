import { useState } from 'react'
import { CodeField } from '#features/membership/code-field.part.tsx'
import { secondFactor } from '#features/membership/second-factor.contract.ts'
import { call } from '#ui/api.ts'
import { PasswordField } from '#ui/field.tsx'
import { useSay } from '#ui/language.tsx'
import { useStoredUser } from '#ui/stored-user.ts'
import { useCall } from '#ui/use-call.ts'
import { tokenTexts } from './tokens.messages.ts'

/** The password, and a code where two-step sign-in is on: asked again before something is given out. */
export const useProof = () => {
  const say = useSay(tokenTexts)
  const user = useStoredUser()
  const factor = useCall(secondFactor.factor, { params: { userId: user?.UserId ?? 0 } })
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [wrong, setWrong] = useState<'password' | 'code'>()
  const needsCode = factor.data?.On ?? false
  return {
    ready: password !== '' && factor.data !== undefined && (!needsCode || code !== ''),
    code: needsCode ? { Code: code } : {},
    /** Whether the password is right; says so where it is not. */
    prove: async (): Promise<boolean> => {
      const { Proved } = await call(secondFactor.prove, { body: { Password: password } })
      setWrong(Proved ? undefined : 'password')
      return Proved
    },
    refuseCode: () => setWrong('code'),
    fields: (
      <>
        <input type="text" name="username" autoComplete="username" value={user?.UserName ?? ''} readOnly hidden />
        <PasswordField
          label={say('password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
          wrong={wrong === 'password' ? say('passwordWrong') : undefined}
        />
        {needsCode && <CodeField label={say('code')} value={code} onChange={setCode} wrong={wrong === 'code' ? say('codeWrong') : undefined} />}
      </>
    ),
  }
}
