package psr.gradients;

/** The loss that back-propagation minimizes. */
public enum Loss {

    /** −log of the score of the observed symbol, with scores made positive and summing to one. */
    LOG,

    /** Half the squared distance from each state to the next observations, in the state space. */
    L2
}
