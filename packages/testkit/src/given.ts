/** A server's URL as the test's set-up has put it into the environment. */
export function givenUrl(variable: 'POSTGRES_URL' | 'MONGODB_URL', server: string): string {
  const url = process.env[variable]
  if (!url)
    throw new Error(
      `${variable} is not set: name ${server} under "testServers" in the workspace's package.json`,
    )
  return url
}
