import { actingImplementation } from '#features/employees/acting.routes.ts'
import { employeesImplementation } from '#features/employees/employees.routes.ts'
import { importImplementation } from '#features/intake/import.routes.ts'
import { intakeImplementation } from '#features/intake/intake.routes.ts'
import { invitationsImplementation } from '#features/membership/invitations.routes.ts'
import { membershipImplementation } from '#features/membership/membership.routes.ts'
import { exportsOf } from '#features/reports/exports.routes.ts'
import { invoicesImplementation } from '#features/reports/invoices/invoices.routes.ts'
import { salesSummaryImplementation } from '#features/reports/sales-summary/sales-summary.routes.ts'
import type { Implementation } from '#platform/implement.ts'
import type { Feature } from '#platform/openapi.ts'
import type { AnyOperation } from '#shared/endpoint.ts'
import { healthImplementation } from './health.routes.ts'

/** Every feature of the server, one line each: its folder, its heading in the documentation, its operations. */
export const features = [
  { name: 'health', title: 'Health', implementations: healthImplementation },
  { name: 'membership', title: 'Signing in', implementations: membershipImplementation },
  { name: 'employees', title: 'Employees', implementations: [...employeesImplementation, ...invitationsImplementation, ...actingImplementation] },
  { name: 'reports', title: 'Reports', implementations: [...salesSummaryImplementation, ...invoicesImplementation, ...exportsOf(() => implementations)] },
  { name: 'intake', title: 'Intake', implementations: [...intakeImplementation, ...importImplementation] },
] as const satisfies readonly Feature[]

export const implementations: readonly Implementation[] = features.flatMap((feature) => feature.implementations)

/** Every operation by name, for documentation and tests. */
export const operations: readonly { name: string; operation: AnyOperation }[] = implementations.map(({ name, operation }) => ({ name, operation }))
