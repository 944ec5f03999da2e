import { section } from '#ui/screen.ts'
import { employeesMenu } from './menu.messages.ts'

/** People and their access, at the venue of whoever looks. */
export const employees = section(employeesMenu, {
  path: '/employees',
  title: 'employees',
  needs: ['can_viewemp'],
  screens: [
    { path: '/employees/list', title: 'employees', about: 'listAbout', needs: ['can_viewemp'] },
    { path: '/employees/register', title: 'register', about: 'registerAbout', needs: ['can_register'] },
    { path: '/employees/revoke', title: 'revoke', about: 'revokeAbout', needs: ['can_revoke'] },
    { path: '/employees/requestpassword', title: 'requestPassword', about: 'requestPasswordAbout', needs: ['can_viewemp'] },
    { path: '/employees/permissions', title: 'permissions', about: 'permissionsAbout', needs: ['can_register'] },
    { path: '/employees/create', title: 'create', about: 'createAbout', needs: ['can_register'], offMenu: true },
  ],
})

/** The same across venues, for Admin. */
export const adminEmployees = section(employeesMenu, {
  path: '/admin/employees',
  title: 'employees',
  screens: [
    { path: '/admin/employees/list', title: 'employees', about: 'listAbout', needs: 'admin' },
    { path: '/admin/employees/create', title: 'create', about: 'createAbout', needs: 'admin' },
    { path: '/admin/employees/register', title: 'register', about: 'registerAbout', needs: 'admin' },
    { path: '/admin/employees/revoke', title: 'revoke', about: 'revokeAbout', needs: 'admin' },
    { path: '/admin/employees/requestpassword', title: 'requestPassword', about: 'requestPasswordAbout', needs: 'admin' },
    { path: '/admin/employees/permissions', title: 'permissions', about: 'permissionsAbout', needs: 'admin' },
  ],
})
