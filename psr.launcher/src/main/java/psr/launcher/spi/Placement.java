package psr.launcher.spi;

/** Which machines may compute the trials of a job. */
public enum Placement {
    /** Only the threads of this process. */
    LOCAL,
    /** Only workers on other machines. */
    REMOTE,
    /** Both. */
    ANY
}
