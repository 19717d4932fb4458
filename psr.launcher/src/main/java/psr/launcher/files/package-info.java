/**
 * Atomic writes: everything that the laboratory saves goes through {@link psr.launcher.files.WholeFile};
 * {@link psr.launcher.files.FileProblem} describes I/O errors.
 */
package psr.launcher.files;
