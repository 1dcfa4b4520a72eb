/** Keys in the home folder, below it. */
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
