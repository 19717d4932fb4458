/**
 * Files that are whole or not there: everything the laboratory writes to stay goes through {@link psr.launcher.files.WholeFile},
 * and what went wrong with a file is said in words by {@link psr.launcher.files.FileProblem}.
 */
package psr.launcher.files;
