/** Keys in the home folder, relative to it. */
export const KEYS = [
  '.ssh/id_rsa',
  '.aws/credentials',
  '.config/gcloud/credentials.db',
  '.gnupg/secring.gpg',
  '.netrc',
  '.docker/config.json',
  '.kube/config',
  '.npmrc',
  '.git-credentials',
  '.bash_history',
]
