/** The version that this server reports. A test keeps it equal to the package's. */
export const VERSION = '0.1.0'
