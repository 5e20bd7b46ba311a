import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** What a version has beside the files of this one: texts by the names of their files. */
interface Additions {
  migrations: Record<string, string>
  functions?: Record<string, string>
}

/** Copies the program to `folder` as another version, with further migrations. It shares the packages. */
export async function copyVersion(folder: string, { migrations, functions = {} }: Additions) {
  const programs = join('tests', 'support', 'programs')
  await mkdir(join(folder, programs), { recursive: true })
  const name = join(programs, 'server-program.ts')
  for (const part of ['package.json', 'contract', 'locales', 'server', name])
    await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [kind, files] of Object.entries({ migrations, functions }))
    for (const [file, sql] of Object.entries(files)) await writeFile(join(folder, 'server', kind, file), sql)
  return folder
}
